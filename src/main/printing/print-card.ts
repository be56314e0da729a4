/**
 * Prints the print layout of the page on a CR80 card, the size of a bank card: one page for each
 * side.
 */
import type { WebContents, WebContentsPrintOptions } from 'electron'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import type { Log } from '../log/log-file.ts'

export type Printer = InvokeOutput<'printers:list'>[number]
export type PrintResult = InvokeOutput<'card:print'>
export type PrintingContents = Pick<
  WebContents,
  'getPrintersAsync' | 'isDestroyed' | 'once' | 'off' | 'print'
>

/**
 * Electron expects microns. The sheet in the page is laid out for the same size (`@page idc-card`
 * in print.css).
 */
const CR80_MICRONS = { width: 85_600, height: 54_000 } as const

/** A spooler that does not respond must not block the dialog for ever. */
const LIST_TIME_LIMIT_MS = 10_000

export async function listPrinters(
  contents: PrintingContents,
  timeLimitMs = LIST_TIME_LIMIT_MS,
): Promise<Printer[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error('The system did not name its printers in time')),
      timeLimitMs,
    )
  })
  try {
    const printers = await Promise.race([contents.getPrintersAsync(), tooLate])
    // Electron does not tell any more which printer is the system's own choice.
    return printers.map(({ name, displayName }) => ({
      name,
      label: displayName === '' ? name : displayName,
    }))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A configured and present printer prints without a dialog; otherwise the system's dialog opens.
 */
export function printOptions(
  printer: string | null,
  printers: readonly Pick<Printer, 'name'>[],
): WebContentsPrintOptions {
  const isThere = printer !== null && printers.some(({ name }) => name === printer)
  return {
    silent: isThere,
    ...(isThere ? { deviceName: printer } : {}),
    printBackground: true, // the ground of the card is a background
    color: true,
    margins: { marginType: 'none' },
    pageSize: CR80_MICRONS,
    scaleFactor: 100,
    // The page is wider than high as it is; `landscape` would turn it once more.
    landscape: false,
    duplexMode: 'longEdge', // a printer with one side ignores it and prints two cards
  }
}

/** The words of Electron: "Print job canceled", "Print job failed", "Invalid printer settings". */
export const resultOf = (success: boolean, failureReason: string): PrintResult =>
  success ? 'printed' : /cancel/i.test(failureReason) ? 'cancelled' : 'failed'

/** Never rejects: without a list of printers the system's dialog opens. */
export async function printCard(
  contents: PrintingContents,
  printer: string | null,
  log: Log,
): Promise<PrintResult> {
  const printers = printer === null ? [] : await listPrinters(contents).catch(() => [])
  if (contents.isDestroyed()) return 'failed'
  const options = printOptions(printer, printers)
  if (printer !== null && options.silent !== true) log('warn', 'print.printer-gone')
  return new Promise((resolve) => {
    const end = (result: PrintResult, reason: string): void => {
      contents.off('destroyed', gone)
      if (result === 'failed') log('warn', 'print.failed', { reason })
      resolve(result)
    }
    // The call has no result when the window closes meanwhile.
    const gone = (): void => end('failed', 'the window was closed')
    contents.once('destroyed', gone)
    try {
      contents.print(options, (success, failureReason) =>
        end(resultOf(success, failureReason), failureReason),
      )
    } catch (error) {
      end('failed', error instanceof Error ? error.message : String(error))
    }
  })
}
