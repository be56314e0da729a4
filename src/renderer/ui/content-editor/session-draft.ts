/**
 * Unsaved texts for the site: stored in the tab for their writer, until they are saved or
 * discarded, the writer signs out, or the tab closes.
 */
import { currentSession, onPersonLeft } from '../../platform/session/session.ts'

const PREFIX = 'wld.unsaved.'

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // a browser may refuse its storage; then the form works without a draft
  }
}

onPersonLeft(
  (keepsWork) =>
    keepsWork ||
    quietly(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }),
)

export interface SessionDraft<F> {
  /** What the writer had read when beginning; 0 for something new. */
  readonly version: number
  readonly form: F
}

const keyOf = (name: string): string => {
  const session = currentSession()
  return `${PREFIX}${session.state === 'authenticated' ? session.user.cardId : ''}.${name}`
}

/** @param parse returns undefined for a form of another shape */
export function readSessionDraft<F>(
  name: string,
  parse: (value: unknown) => F | undefined,
): SessionDraft<F> | undefined {
  const stored: unknown = quietly(() => JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'))
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('version' in stored) ||
    !('form' in stored) ||
    typeof stored.version !== 'number'
  )
    return undefined
  const form = parse(stored.form)
  return form === undefined ? undefined : { version: stored.version, form }
}

export const writeSessionDraft = <F>(name: string, draft: SessionDraft<F>): void =>
  quietly(() => sessionStorage.setItem(keyOf(name), JSON.stringify(draft)))
export const dropSessionDraft = (name: string): void =>
  quietly(() => sessionStorage.removeItem(keyOf(name)))
