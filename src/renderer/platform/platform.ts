import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { CardKeeper } from './offline/kept-card.ts'

/**
 * The data that a client stores about the signed-in user: nothing that does harm if the device is
 * stolen.
 */
export interface SessionUser {
  /** For greetings: the full name alone does not say where a first name of two words ends. */
  readonly firstName: string
  readonly name: string
  readonly role: Role
  readonly cardId: string
  /** The session waits for its second factor: nothing else is open to it. */
  readonly waits?: true
}

export type SignInResult =
  | { readonly kind: 'signed-in'; readonly user: SessionUser }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many'; readonly retryAfterS: number | undefined }
  | { readonly kind: 'offline' }
  /**
   * The response is neither a success nor a refusal: a fault of the server, or a reply of another
   * server.
   */
  | { readonly kind: 'failed' }

type RestoreResult =
  | { readonly kind: 'restored'; readonly user: SessionUser }
  | { readonly kind: 'none' }
  /**
   * There is a session, but only the server knows its user and does not respond: the caller retries
   * later.
   */
  | { readonly kind: 'unreachable' }

export interface SignInOptions {
  /** False: forget the session when the tab closes. Heeded where `canForget` is true. */
  readonly remember: boolean
  /** All other members are refused, as for a wrong password. */
  readonly administratorsOnly?: boolean
}

/** What the copy of the interface must hold for a time without network. */
export interface CopyScope {
  readonly language: Language
  /** A user is signed in, and may need the card. */
  readonly withCard: boolean
}

/** A change of the session that the platform reports: `user` undefined means that it is over. */
export interface SessionChange {
  readonly user: SessionUser | undefined
  /** `refused`: the server ended it. `elsewhere`: another tab signed in or out. */
  readonly cause: 'refused' | 'elsewhere'
}

/**
 * The abilities of the environment of the interface. Features ask "can it?", never "is this
 * Electron?". `@platform` resolves to the web or the desktop implementation at build time.
 */
export interface Platform {
  readonly target: 'web' | 'desktop'
  /** What only the desktop app can do: kiosk, queue, printers, settings. Undefined on the web. */
  readonly bridge: Bridge | undefined
  /** The person may choose that the session ends with the tab. */
  readonly canForget: boolean
  /**
   * Calls the API with the session's bearer, renews it once on 401, and ends the session when that
   * is refused. A renewal without a response rejects like a lost connection: the session continues.
   */
  readonly fetch: typeof fetch
  /** The same session around another way to send: uploads need one that reports progress. */
  withSession(send: typeof fetch): typeof fetch
  signIn(identifier: string, password: string, options: SignInOptions): Promise<SignInResult>
  /**
   * Removes the session here at once, then informs the server; resolves when that succeeded or
   * failed.
   */
  signOut(): Promise<void>
  /**
   * The signed-in user as known on this device, so that the first page need not wait; undefined:
   * the server must be asked.
   */
  presumedUser(): SessionUser | 'nobody' | undefined
  /** Keeps what changed about the signed-in user, where this device keeps the user. */
  keepUser(user: SessionUser): void
  /** The person of an earlier visit. */
  restore(): Promise<RestoreResult>
  /**
   * Called when the session changed outside of this page; returns a function that removes the
   * listener.
   */
  onSessionChange(listener: (change: SessionChange) => void): () => void
  /**
   * False when the session is lost at the end of this run because the keychain does not respond.
   */
  keepsSession(): Promise<boolean>
  /** Keeps the member's own card for a time without network; undefined where nothing of a person may be kept. */
  readonly keptCard: CardKeeper | undefined
  /** Removes what this device keeps of a member besides the session: the card, and the pages that were opened. */
  /**
   * @param leaving the member who signs out by choice: also what was taken with the camera and not sent. A session that
   * ends by itself keeps that, because it may be the only copy of a film.
   */
  forgetMember(leaving?: string): Promise<void>
  /** Keeps a copy of the interface on the device, once the page is idle; later calls extend it. */
  keepCopy(scope: CopyScope): Promise<void>
  /**
   * Called when a newer version waits; `load` replaces this page with it. Returns a function that
   * removes the listener.
   */
  onNewVersion(listener: (load: () => void) => void): () => void
  /** Grants and removes the camera permission, where the scanner needs one from main. */
  setScannerOpen(open: boolean): Promise<void>
  setLanguage(language: Language): Promise<void>
  openExternal(url: string): Promise<void>
}
