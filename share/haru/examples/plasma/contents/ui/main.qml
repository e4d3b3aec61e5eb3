// Today as a widget of Plasma 6. To install this folder: kpackagetool6 --type Plasma/Applet --install FOLDER
import QtQuick
import QtQuick.Layouts
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.plasma5support as Plasma5Support
import org.kde.plasma.plasmoid

PlasmoidItem {
    id: widget

    property var today: null

    preferredRepresentation: fullRepresentation
    fullRepresentation: RowLayout {
        Place {
            text: widget.today?.theme?.emoji ?? ""
            onChosen: widget.run("open calendar")
        }
        Place {
            text: !widget.today ? "…" : widget.today.error ? "⚠"
                : `${widget.today.studied ? "✓" : "○"} ${widget.today.streak.current}`
            onChosen: widget.run(widget.today?.studied ? "unmark" : "mark")
        }
    }

    // A place to click; of a double click only the first counts.
    component Place: PlasmaComponents.Label {
        signal chosen()

        Layout.fillWidth: true
        Layout.minimumWidth: implicitWidth
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter

        Timer {
            id: pause

            interval: Qt.styleHints.mouseDoubleClickInterval
        }
        MouseArea {
            anchors.fill: parent
            onClicked: {
                if (!pause.running)
                    chosen()
                pause.restart()
            }
        }
    }

    // What the command could not do is told. The number makes each a command of its own.
    function run(words) {
        commands.connectSource(
            `errors=$(haru ${words} 2>&1) || notify-send Haru "$errors" # ${Date.now()}`)
    }

    // Prints today once it is another line than that one, and sleeps until then.
    function follow(line) {
        const known = "'" + line.replace(/'/g, "'\\''") + "'"
        commands.connectSource(`haru status --follow --json | {
            read -r line; [ "$line" != ${known} ] || read -r line; printf %s "$line"; }`)
    }

    Plasma5Support.DataSource {
        id: commands

        engine: "executable"
        onNewData: (command, data) => {
            disconnectSource(command)
            if (data.stdout) {
                widget.today = JSON.parse(data.stdout)
                widget.follow(data.stdout)
            }
        }
    }

    Component.onCompleted: follow("")
}
