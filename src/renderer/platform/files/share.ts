export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

export interface SharePlace {
  readonly share?: (data: ShareData) => Promise<void>
  readonly clipboard?: Pick<Clipboard, 'writeText'>
}

/** The device's own share sheet; the clipboard where there is none. Closing the sheet is a choice, not an error. */
export async function sharePage(
  data: ShareData & { readonly url: string },
  place: SharePlace,
): Promise<ShareOutcome> {
  try {
    if (place.share !== undefined) {
      await place.share(data)
      return 'shared'
    }
    if (place.clipboard === undefined) return 'failed'
    await place.clipboard.writeText(data.url)
    return 'copied'
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'cancelled' : 'failed'
  }
}

/** The page's address without what the visit added to it; undefined where it means nothing to others (app://…). */
export const pageAddress = ({
  protocol,
  origin,
  pathname,
}: Pick<Location, 'protocol' | 'origin' | 'pathname'> = location): string | undefined =>
  /^https?:$/.test(protocol) ? `${origin}${pathname}` : undefined
