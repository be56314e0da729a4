/** Accepts IPC only from the main frame of our windows, while it shows our own origin. */
import type { IpcMainInvokeEvent, WebFrameMain } from 'electron'
import { isAppUrl } from '../origin.ts'

/** `frame` is null when it navigated away or was destroyed before the message was read. */
export const isTrustedFrame = (frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean =>
  frame !== null && frame.parent === null && isAppUrl(frame.url)

export const isTrustedSender = ({
  senderFrame,
}: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean => isTrustedFrame(senderFrame)
