/** The three items of the specification (docs/spec/sign-in.md, 3), parsed on the way in: a browser's storage can hold anything. */
import { letterOf, roleOfLetter } from '#shared/domain/people/roles.ts'
import type { SessionUser } from '../platform.ts'

export const SESSION_KEYS = {
  user: 'user',
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
} as const

export interface StoredSession {
  readonly user: SessionUser
  readonly accessToken: string
  readonly refreshToken: string
}

// Written out, not with zod: this is read before the first paint, and must not bring the parser along.
function readUser(text: string | null): SessionUser | undefined {
  let value: unknown
  try {
    value = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('name' in value && 'role' in value && 'cardId' in value)
  )
    return undefined
  const { name, cardId } = value
  const role = roleOfLetter(value.role)
  const firstName = 'firstName' in value ? value.firstName : name // absent in sessions that an older version began
  if (!isText(name) || !isText(firstName) || !isText(cardId) || role === undefined) return undefined
  return { firstName, name, role, cardId, ...('waits' in value && { waits: true }) }
}
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export interface Stores {
  /** Outlives the tab. */
  readonly lasting: Store
  /** Ends with the tab: for "do not stay signed in". */
  readonly tab: Store
}

function readFrom(store: Store): StoredSession | undefined {
  const user = readUser(store.getItem(SESSION_KEYS.user))
  const accessToken = store.getItem(SESSION_KEYS.accessToken)
  const refreshToken = store.getItem(SESSION_KEYS.refreshToken)
  return user !== undefined && isText(accessToken) && isText(refreshToken)
    ? { user, accessToken, refreshToken }
    : undefined
}

function clearStore(store: Store): void {
  for (const key of Object.values(SESSION_KEYS)) store.removeItem(key)
}

/** One session at most: the tab's own goes before the lasting one. */
export function createSessionStorage({ lasting, tab }: Stores) {
  const holder = (): Store => (readFrom(tab) === undefined ? lasting : tab)
  const keepIn = (store: Store, user: SessionUser): void =>
    store.setItem(SESSION_KEYS.user, JSON.stringify({ ...user, role: letterOf(user.role) }))
  return {
    read: (): StoredSession | undefined => readFrom(tab) ?? readFrom(lasting),
    begin(session: StoredSession, { remember }: { readonly remember: boolean }): void {
      clearStore(tab)
      clearStore(lasting)
      const store = remember ? lasting : tab
      // The user last: other tabs listen for it, and must find the tokens in place.
      store.setItem(SESSION_KEYS.refreshToken, session.refreshToken)
      store.setItem(SESSION_KEYS.accessToken, session.accessToken)
      keepIn(store, session.user)
    },
    keepUser: (user: SessionUser): void => keepIn(holder(), user),
    renew(tokens: Pick<StoredSession, 'accessToken' | 'refreshToken'>): void {
      const store = holder()
      // The refresh token first: if the tab dies between the two lines, the session survives.
      store.setItem(SESSION_KEYS.refreshToken, tokens.refreshToken)
      store.setItem(SESSION_KEYS.accessToken, tokens.accessToken)
    },
    clear(): void {
      clearStore(tab)
      clearStore(lasting)
    },
  }
}
export type SessionStorage = ReturnType<typeof createSessionStorage>
