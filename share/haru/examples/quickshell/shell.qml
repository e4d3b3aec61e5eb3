// Today on the desktop, by Quickshell. Copy this folder to ~/.config/quickshell/haru, and then type: qs -c haru
import QtQuick
import Quickshell
import Quickshell.Io
import Quickshell.Wayland

PanelWindow {
    id: widget

    property var today: null

    anchors.top: true
    anchors.right: true
    margins.top: 24
    margins.right: 24
    implicitWidth: places.implicitWidth
    implicitHeight: places.implicitHeight
    color: "transparent"
    exclusionMode: ExclusionMode.Ignore
    WlrLayershell.layer: WlrLayer.Bottom

    // Prints a line now and at each change, sleeps in between, and ends with this shell.
    Process {
        running: true
        command: ["haru", "status", "--follow", "--json"]
        stdout: SplitParser {
            onRead: line => widget.today = JSON.parse(line)
        }
    }

    Row {
        id: places

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
    component Place: Text {
        signal chosen()

        padding: 8
        color: "white"
        font.pixelSize: 20

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

    // What the command could not do is told.
    function run(words) {
        Quickshell.execDetached(["sh", "-c", `errors=$(haru ${words} 2>&1) || notify-send Haru "$errors"`])
    }
}
