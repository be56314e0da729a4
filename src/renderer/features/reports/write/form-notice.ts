import { isHere, type QueueItem } from '../upload/queue-item.ts'

export interface FormNotice {
  readonly title: string
  readonly text: string
  /** What it asks to be put right; a notice about neither stays until the form is sent again. */
  readonly about?: 'fields' | 'files'
}

type Marked = Readonly<Partial<Record<string, string>>>

/** The marks at files whose fault is still there. */
export const marksThatStand = (marked: Marked, found: Marked): Marked =>
  Object.fromEntries(
    Object.keys(marked).flatMap((key) =>
      marked[key] === undefined || found[key] === undefined ? [] : [[key, found[key]]],
    ),
  )

/** The notice as long as what it names is not put right. */
export function noticeThatStands(
  notice: FormNotice | undefined,
  marked: readonly Marked[],
  items: readonly Pick<QueueItem, 'state'>[] = [],
): FormNotice | undefined {
  if (
    notice?.about === 'fields' &&
    !marked.some((marks) => Object.values(marks).some((mark) => mark !== undefined))
  )
    return undefined
  if (notice?.about === 'files' && items.every(isHere)) return undefined
  return notice
}
