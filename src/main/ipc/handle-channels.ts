/** Registers one handler for each declared channel: sender first, then the arguments, and the reply as well. */
import type { IpcMainInvokeEvent, WebFrameMain, IpcMain } from 'electron'
import {
  INVOKE_CHANNELS,
  type InvokeChannel,
  type InvokeInput,
  type InvokeOutput,
} from '#shared/contract/desktop/ipc.ts'
import { isAppUrl } from '../base/origin.ts'
import { describeError, type Log } from '../log/log-file.ts'

/**
 * Accepts IPC only from the main frame of our windows, while it shows our own origin. `frame` is
 * null when it navigated away or was destroyed before the message was read.
 */
export const isTrustedFrame = (frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean =>
  frame !== null && frame.parent === null && isAppUrl(frame.url)

const isTrustedSender = ({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean =>
  isTrustedFrame(senderFrame)

/** A channel without a handler does not compile. */
export type ChannelHandlers = {
  readonly [C in InvokeChannel]: (
    ...input: InvokeInput<C>
  ) => InvokeOutput<C> | Promise<InvokeOutput<C>>
}

export function handleChannels(
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: ChannelHandlers,
  log: Log,
): void {
  for (const channel of Object.keys(INVOKE_CHANNELS) as InvokeChannel[])
    // the keys of the table are its type
    ipcMain.handle(
      channel,
      async (event: Pick<IpcMainInvokeEvent, 'senderFrame'>, ...given: unknown[]) => {
        if (!isTrustedSender(event)) {
          log('warn', 'ipc.sender-refused', { channel })
          throw new Error(`${channel} is not open to this page`)
        }
        const { input, output } = INVOKE_CHANNELS[channel]
        const parsed = input.safeParse(given)
        if (!parsed.success) {
          log('warn', 'ipc.arguments-refused', { channel })
          throw new Error(`${channel} does not take these arguments`)
        }
        const run = handlers[channel] as (...args: unknown[]) => unknown // input and handler belong to the same channel
        try {
          return output.parse(await run(...parsed.data))
        } catch (error) {
          // The page only learns that the call failed; the cause is logged here.
          log('error', 'ipc.failed', { channel, error: describeError(error) })
          throw new Error(`${channel} failed`) // oxlint-disable-line preserve-caught-error -- a cause could name what the page must not learn
        }
      },
    )
}
