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
        this._month = this._place(() => this._run('open', 'calendar'));
        this._state = this._place(() => this._run(this._today?.studied ? 'unmark' : 'mark'));
        this._button = new PanelMenu.Button(0.5, this.metadata.name, true);
        const box = new St.BoxLayout();
        box.add_child(this._month);
        box.add_child(this._state);
        this._button.add_child(box);
        Main.panel.addToStatusArea(this.uuid, this._button);
        // It prints a line now and at each change, and sleeps in between.
        this._haru = Gio.Subprocess.new(
            ['haru', 'status', '--follow', '--json'], Gio.SubprocessFlags.STDOUT_PIPE);
        this._read(new Gio.DataInputStream({base_stream: this._haru.get_stdout_pipe()}));
    }

    // A place to click; of a double click only the first counts.
    _place(clicked) {
        const place = new St.Button({
            style: 'padding: 0 3px', can_focus: true, y_align: Clutter.ActorAlign.CENTER});
        let last = 0;
        place.connect('clicked', () => {
            const now = GLib.get_monotonic_time();
            if (now - last > 500_000)
                clicked();
            last = now;
        });
        return place;
    }

    // What the command could not do is told.
    _run(...words) {
        const haru = Gio.Subprocess.new(['haru', ...words], Gio.SubprocessFlags.STDERR_PIPE);
        haru.communicate_utf8_async(null, null, (_, result) => {
            const [, , errors] = haru.communicate_utf8_finish(result);
            if (!haru.get_successful())
                Main.notify('Haru', errors.trim());
        });
    }

    _read(lines) {
        lines.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, result) => {
            const [line] = lines.read_line_finish_utf8(result);
            if (line === null || !this._button)
                return;
            this._show(JSON.parse(line));
            this._read(lines);
        });
    }

    _show(today) {
        this._today = today;
        this._month.label = today.theme?.emoji ?? '';
        this._state.label = today.error ? '⚠' : `${today.studied ? '✓' : '○'} ${today.streak.current}`;
    }

    disable() {
        this._haru.force_exit();
        this._button.destroy();
        this._haru = this._button = this._month = this._state = this._today = null;
    }
}
