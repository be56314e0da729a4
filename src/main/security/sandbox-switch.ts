import type { CommandLine } from 'electron'

/**
 * True where the sandbox around pages was switched off from outside. An AppImage does so by itself on systems that give
 * it no user namespaces (Ubuntu from 24.04 on), and says nothing. An installed app must not run like that: one picture
 * with a flaw in it would then reach everything that the person can.
 */
export const isSandboxOff = (
  commandLine: Pick<CommandLine, 'hasSwitch'>,
  isPackaged: boolean,
): boolean => isPackaged && commandLine.hasSwitch('no-sandbox')
