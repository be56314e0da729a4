/**
 * The state of an application. It lives outside the pages, so that reading the terms, a look at another page and the
 * browser's back button lose nothing: not even the password and the photos, which no storage keeps.
 */
import { create } from 'zustand'
import { CODE_TTL_S, TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import { SECOND_MS } from '#shared/domain/units.ts'
import {
  answersOf,
  type Application,
  emptyApplication,
  hasAnswers,
  type PhotoName,
} from './application.ts'
import { createDraftStorage, type PendingCode, type KeptTicket } from './draft.ts'

/** A photo that the server holds already: uploaded again only after a change of the photo or of the ticket. */
export interface UploadedPhoto {
  readonly file: File
  readonly address: string
  readonly ticket: string
}

export interface Wizard {
  readonly email: string
  readonly code: PendingCode | undefined
  readonly ticket: KeptTicket | undefined
  /** The ticket expired, or the server does not know it; perhaps because it was used and the response was lost. */
  readonly ticketLost: false | 'expired' | 'maybe-sent'
  readonly application: Application
  /** When the draft that was found at the start was saved. */
  readonly foundAt: number | undefined
  readonly keepOnDevice: boolean
  /** The form was complete when the applicant opened the summary. */
  readonly complete: boolean
  readonly uploaded: Readonly<Partial<Record<PhotoName, UploadedPhoto>>>
  /** The response to a registration was lost: it may have arrived. */
  readonly replyLost: boolean
  readonly sum: readonly [number, number]
  /** Number of the request that was just sent; the success page takes it over. */
  readonly sent: string | undefined
}

const SAVE_DELAY_MS = 400

const digit = (): number => 1 + Math.floor(Math.random() * 9)
const newSum = (): readonly [number, number] => [digit(), digit()]

/** False at the build, where the first step is rendered. */
const inBrowser = typeof document !== 'undefined'
const NO_STORE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const drafts = createDraftStorage(
  inBrowser ? { tab: sessionStorage, device: localStorage } : { tab: NO_STORE, device: NO_STORE },
  () => Date.now(),
)

const fresh = (): Wizard => ({
  email: '',
  code: undefined,
  ticket: undefined,
  ticketLost: false,
  application: emptyApplication(),
  foundAt: undefined,
  keepOnDevice: false,
  complete: false,
  uploaded: {},
  replyLost: false,
  sum: newSum(),
  sent: undefined,
})

function restored(): Wizard {
  const found = drafts.read()
  if (found === undefined) return fresh()
  const { email, code, ticket, answers, savedAt, keptOnDevice } = found
  const stillGood = ticket !== undefined && ticket.endsAt > Date.now()
  return {
    ...fresh(),
    email,
    code,
    ticket: stillGood ? ticket : undefined,
    ticketLost: ticket !== undefined && !stillGood && 'expired',
    application: { ...emptyApplication(), ...answers },
    foundAt: hasAnswers(answers) ? savedAt : undefined,
    keepOnDevice: keptOnDevice,
  }
}

export const useWizard = create<Wizard>(restored)
export const wizard = (): Wizard => useWizard.getState()

let pendingSave: ReturnType<typeof setTimeout> | undefined

/** Writes at once what is otherwise written after a pause in typing. */
export function saveNow(): void {
  if (pendingSave === undefined) return
  clearTimeout(pendingSave)
  pendingSave = undefined
  const { email, code, ticket, application, keepOnDevice } = wizard()
  drafts.write(
    { email, answers: answersOf(application), ...(code && { code }), ...(ticket && { ticket }) },
    { onDevice: keepOnDevice },
  )
}

function change(part: Partial<Wizard>): void {
  useWizard.setState(part)
  pendingSave ??= setTimeout(saveNow, SAVE_DELAY_MS)
}

// A phone may end a page in the background without another event.
if (inBrowser) {
  window.addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
}

export const setEmail = (email: string): void => change({ email })
export const setApplication = (application: Application): void => change({ application })
export const setKeepOnDevice = (keepOnDevice: boolean): void => change({ keepOnDevice })
export const setComplete = (complete: boolean): void => change({ complete })
export const setUploaded = (name: PhotoName, photo: UploadedPhoto): void =>
  change({ uploaded: { ...wizard().uploaded, [name]: photo } })

export function codeSent(email: string): void {
  change({ email, code: { email, endsAt: Date.now() + CODE_TTL_S * SECOND_MS }, ticketLost: false })
  saveNow()
}

export function codeProven(email: string, token: string): void {
  change({
    ticket: { token, email, endsAt: Date.now() + TICKET_TTL_S * SECOND_MS },
    code: undefined,
    ticketLost: false,
    replyLost: false,
    uploaded: {},
  })
  saveNow()
}

export function loseTicket(maybeSent = false): void {
  change({
    ticket: undefined,
    code: undefined,
    ticketLost: maybeSent ? 'maybe-sent' : 'expired',
    uploaded: {},
  })
  saveNow()
}

export const setReplyLost = (): void => change({ replyLost: true })

/** The ticket, while it is valid. Pages read the state alone: the ticket is removed from it when it expires. */
export function liveTicket(): KeptTicket | undefined {
  const { ticket } = wizard()
  return ticket !== undefined && ticket.endsAt > Date.now() ? ticket : undefined
}

export const forgetUploads = (): void => change({ uploaded: {} })

/** Deletes everything, from the storages and from memory. */
function reset(sent: string | undefined): void {
  clearTimeout(pendingSave)
  pendingSave = undefined
  drafts.clear()
  useWizard.setState({ ...fresh(), sent }, true)
}

/** The request is with the server: only its number is kept here. */
export const registrationSent = (reference: string): void => reset(reference)
export const forgetAll = (): void => reset(undefined)
export const successShown = (): void => useWizard.setState({ sent: undefined })
