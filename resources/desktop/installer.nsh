; Links to wld:// open the app. electron-builder registers schemes on macOS and Linux only.
; SHELL_CONTEXT is the person's own part of the registry, or that of the machine, as the installation is.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\wld" "" "URL:WLD"
  WriteRegStr SHELL_CONTEXT "Software\Classes\wld" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\wld\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\wld\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\wld"
!macroend
