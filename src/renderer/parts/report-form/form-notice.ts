import { isHere, type QueuedEvidence } from './upload/queue-item.ts'

export interface FormNotice {
  readonly title: string
  readonly text: string
  /** The faults to correct; a notice about neither fields nor files stays until the form is sent again. */
  readonly about?: 'fields' | 'files'
}

type Marked = Readonly<Partial<Record<string, string>>>

/** The marks at files whose fault remains. */
export const marksThatStand = (marked: Marked, found: Marked): Marked =>
  Object.fromEntries(
    Object.keys(marked).flatMap((key) =>
      marked[key] === undefined || found[key] === undefined ? [] : [[key, found[key]]],
    ),
  )

/** The notice, until what it names is corrected. */
export function noticeThatStands(
  notice: FormNotice | undefined,
  marked: readonly Marked[],
  items: readonly Pick<QueuedEvidence, 'state'>[] = [],
): FormNotice | undefined {
  if (
    notice?.about === 'fields' &&
    !marked.some((marks) => Object.values(marks).some((mark) => mark !== undefined))
  )
    return undefined
  if (notice?.about === 'files' && items.every(isHere)) return undefined
  return notice
}
