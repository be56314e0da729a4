import type { CommandLine } from 'electron'

/**
 * True where the sandbox around pages was switched off from outside. An AppImage does so silently
 * on systems without user namespaces for it (Ubuntu from 24.04 on). An installed app must not run
 * like that: one malicious picture could then reach everything that the user can.
 */
export const isSandboxOff = (
  commandLine: Pick<CommandLine, 'hasSwitch'>,
  isPackaged: boolean,
): boolean => isPackaged && commandLine.hasSwitch('no-sandbox')
