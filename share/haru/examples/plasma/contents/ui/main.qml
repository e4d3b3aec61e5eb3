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
    fullRepresentation: PlasmaComponents.Label {
        Layout.minimumWidth: implicitWidth
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        text: !widget.today ? "…" : widget.today.error ? "⚠"
            : `${widget.today.theme.emoji} ${widget.today.studied ? "✓" : "○"} ${widget.today.streak.current}`

        MouseArea {
            anchors.fill: parent
            onClicked: commands.connectSource("haru notify")
        }
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
