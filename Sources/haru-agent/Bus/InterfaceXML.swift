extension AgentObject {
  /// The interface, as D-Bus introspection returns it.
  ///
  /// `share/dbus-1/interfaces` has the same with documentation; a test compares the two.
  static let interfaceXML = """
    <node>
      <interface name="io.github.haru.Haru1">
        <method name="SetStudied">
          <arg name="day" type="s" direction="in"/>
          <arg name="studied" type="b" direction="in"/>
          <arg name="changed" type="b" direction="out"/>
        </method>
        <method name="Present"/>
        <method name="Reload"/>
        <method name="Later">
          <arg name="at" type="x" direction="in"/>
          <arg name="reminds" type="x" direction="out"/>
        </method>
        <method name="OpenView">
          <arg name="view" type="s" direction="in"/>
        </method>
        <property name="Today" type="s" access="read"/>
        <property name="Studied" type="b" access="read"/>
        <property name="CurrentStreak" type="u" access="read"/>
        <property name="LongestStreak" type="u" access="read"/>
        <property name="StudiedThisMonth" type="u" access="read"/>
        <property name="NextReload" type="x" access="read"/>
        <property name="NextNotification" type="x" access="read"/>
        <property name="NextReason" type="s" access="read"/>
        <property name="NotSavedSince" type="x" access="read"/>
        <property name="NoBackupSince" type="x" access="read"/>
        <property name="NotInFolder" type="x" access="read"/>
        <property name="Version" type="s" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
        </property>
      </interface>
    </node>
    """
}
