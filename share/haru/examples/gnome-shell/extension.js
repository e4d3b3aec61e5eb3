// Today in the top bar of GNOME Shell 45 and later. Copy this folder to
// ~/.local/share/gnome-shell/extensions/haru-today@example.org, log in again, and then type
// gnome-extensions enable haru-today@example.org
import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import St from 'gi://St';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';

export default class HaruToday extends Extension {
    enable() {
        this._label = new St.Label({y_align: Clutter.ActorAlign.CENTER});
        this._button = new PanelMenu.Button(0.5, this.metadata.name, true);
        this._button.add_child(this._label);
        this._button.connect('button-press-event',
            () => Gio.Subprocess.new(['haru', 'notify'], Gio.SubprocessFlags.NONE));
        Main.panel.addToStatusArea(this.uuid, this._button);
        // It prints a line now and at each change, and sleeps in between.
        this._haru = Gio.Subprocess.new(
            ['haru', 'status', '--follow', '--json'], Gio.SubprocessFlags.STDOUT_PIPE);
        this._read(new Gio.DataInputStream({base_stream: this._haru.get_stdout_pipe()}));
    }

    _read(lines) {
        lines.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, result) => {
            const [line] = lines.read_line_finish_utf8(result);
            if (line === null || !this._label)
                return;
            this._label.text = this._words(JSON.parse(line));
            this._read(lines);
        });
    }

    _words(today) {
        if (today.error)
            return '⚠';
        const sign = today.studied ? '✓' : '○';
        return `${today.theme.emoji} ${sign} ${today.streak.current}`;
    }

    disable() {
        this._haru.force_exit();
        this._button.destroy();
        this._haru = this._button = this._label = null;
    }
}
