import type { Bridge } from '#shared/contract/ipc.ts'
import type { Language } from '#shared/domain/languages.ts'
import type { RoleCode } from '#shared/domain/roles.ts'
import type { CardKeeper } from './kept-card.ts'

/** All that a client keeps of the signed-in person: nothing that would harm if the device is taken. */
export interface SessionUser {
  /** For greetings: the full name alone does not say where a first name of two words ends. */
  readonly firstName: string
  readonly name: string
  readonly role: RoleCode
  readonly cardId: string
}

export type SignInResult =
  | { readonly kind: 'signed-in'; readonly user: SessionUser }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many'; readonly retryAfterS: number | undefined }
  | { readonly kind: 'offline' }
  /** The server answered, and it was neither yes nor no: a fault of its own, or a reply that is not ours. */
  | { readonly kind: 'failed' }

export type RestoreResult =
  | { readonly kind: 'restored'; readonly user: SessionUser }
  | { readonly kind: 'none' }
  /** There is a session, but who it belongs to only the server knows and it does not answer: ask again later. */
  | { readonly kind: 'unreachable' }

export interface SignInOptions {
  /** False: forget the session when the tab closes. Heeded where `canForget` is true. */
  readonly remember: boolean
  /** Anybody else is refused, as for a wrong password. */
  readonly administratorsOnly?: boolean
}

/** What the copy of the interface must hold for a time without network. */
export interface CopyScope {
  readonly language: Language
  /** Somebody is signed in, and may want to show the card. */
  readonly withCard: boolean
}

/** What a platform tells the session: `user` undefined means it is over. */
export interface SessionChange {
  readonly user: SessionUser | undefined
  /** `refused`: the server ended it. `elsewhere`: another tab signed in or out. */
  readonly cause: 'refused' | 'elsewhere'
}

/**
 * What the place that the interface runs in can do. Features ask "can it?", never "is this Electron?".
 * `@platform` resolves to the web or the desktop implementation at build time.
 */
export interface Platform {
  readonly target: 'web' | 'desktop'
  /** What only the desktop app can do: kiosk, queue, printers, settings. Undefined on the web. */
  readonly shell: Bridge | undefined
  /** The person may choose that the session ends with the tab. */
  readonly canForget: boolean
  /**
   * Calls the API with the session's bearer, renews it once on 401, and ends the session when that is refused.
   * A renewal that gets no answer rejects like any lost connection: the session goes on.
   */
  readonly fetch: typeof fetch
  /** The same session around another way to send: uploads need one that tells how far they are. */
  withSession(send: typeof fetch): typeof fetch
  signIn(identifier: string, password: string, options: SignInOptions): Promise<SignInResult>
  /** Forgets the session here at once, then tells the server; resolves when it knows or cannot be told. */
  signOut(): Promise<void>
  /** Who is signed in as far as this device knows by itself, so that the first page need not wait; undefined: it must ask. */
  presumedUser(): SessionUser | 'nobody' | undefined
  /** The person of an earlier visit. */
  restore(): Promise<RestoreResult>
  /** Called when the session changed without this page's doing; answers a function that stops listening. */
  onSessionChange(listener: (change: SessionChange) => void): () => void
  /** False when the session is lost at the end of this run because the keychain does not answer. */
  keepsSession(): Promise<boolean>
  /** Keeps the member's own card for a time without network; undefined where nothing of a person may be kept. */
  readonly keptCard: CardKeeper | undefined
  /** Removes what this device keeps of a member besides the session: the card, and the pages that were opened. */
  forgetMember(): Promise<void>
  /** Keeps a copy of the interface on the device, once the page has come to rest; later calls widen it. */
  keepCopy(scope: CopyScope): Promise<void>
  /** Called when a newer version waits; `load` puts it in place of this page. Answers a function that stops listening. */
  onNewVersion(listener: (load: () => void) => void): () => void
  /** Where the scanner needs leave from the shell, this gives and takes it. */
  setScannerOpen(open: boolean): Promise<void>
  setLanguage(language: Language): Promise<void>
  openExternal(url: string): Promise<void>
}
