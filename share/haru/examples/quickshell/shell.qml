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
    implicitWidth: label.implicitWidth
    implicitHeight: label.implicitHeight
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

    Text {
        id: label

        padding: 8
        color: "white"
        font.pixelSize: 20
        text: !widget.today ? "…" : widget.today.error ? "⚠"
            : `${widget.today.theme.emoji} ${widget.today.studied ? "✓" : "○"} ${widget.today.streak.current}`
    }

    MouseArea {
        anchors.fill: parent
        onClicked: Quickshell.execDetached(["haru", "notify"])
    }
}
