/**
 * The report that a member is writing. The texts are in the tab's storage, for this member only, until they are filed
 * or deleted, the member signs out, or the tab closes. The uploads continue while the member reads elsewhere on the
 * site. After a reload, files that had not arrived must be chosen again.
 */
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { EVIDENCE_TYPES } from '#shared/domain/report/report-rules.ts'
import { createListeners } from '#shared/listeners.ts'
import {
  isBlank,
  NO_WORDS,
  UNSAID_FIELDS,
  type ReportWords,
  type UnsaidField,
} from '../../../parts/report-form/report-form.ts'
import { keptItems } from '../../../parts/report-form/upload/queue-item.ts'
import { newEvidenceQueue } from '../../../parts/report-form/upload/use-evidence-queue.ts'
import {
  forgetCapture,
  forgetSealKeys,
  keptCaptures,
} from '../../../platform/evidence-upload/capture/index.ts'
import { currentSession, onPersonLeft } from '../../../platform/session/session.ts'
import {
  dropSessionDraft,
  readSessionDraft,
  writeSessionDraft,
} from '../../../ui/content-editor/session-draft.ts'
import { DRAFT_NAME } from './draft-name.ts'

const word = z.string().max(20_000)
const ReportTexts = z.object({
  type: word,
  country: word,
  city: word,
  googleMapLink: word,
  description: word,
  actor: word,
  actorName: word,
  actorDesc: word,
  actorAccount: word,
  victim: word,
  incidentDate: word.default(''), // a draft from before this field existed
})

const Item = z.object({
  key: z.string(),
  name: z.string(),
  size: z.number(),
  kind: z.enum(EVIDENCE_TYPES),
  type: z.string(),
  description: z.string(),
  sha256: z.string().optional(),
  original: z.object({ sha256: z.string(), size: z.number() }).optional(),
  uploadId: z.string().optional(),
  fileUrl: z.string().optional(),
  captureId: z.string().optional(),
})
const KeptDraft = z.object({
  words: ReportTexts,
  unsaid: z.array(z.enum(UNSAID_FIELDS)).default([]),
  items: z.array(Item),
  key: z.uuid().optional(),
})

export const draftQueue = newEvidenceQueue()
let words: ReportWords = NO_WORDS
let unsaid: readonly UnsaidField[] = []
/** Key of this report, from its first word until it is filed: when it is sent again, the server files it once. */
let reportKey: string = crypto.randomUUID()
/** Deleted, and not yet forgotten: it can be brought back. */
let aside: ReturnType<typeof setTimeout> | undefined
/** The member who writes it; undefined: nothing was read yet. */
let owner: string | undefined
let restored = false
const listeners = createListeners()

const hasContent = (): boolean =>
  !isBlank(words) || unsaid.length > 0 || draftQueue.read().length > 0

function save(): void {
  if (owner === undefined || aside !== undefined) return
  if (hasContent())
    writeSessionDraft(DRAFT_NAME, {
      version: 0,
      form: { words, unsaid, items: keptItems(draftQueue.read()), key: reportKey },
    })
  else dropSessionDraft(DRAFT_NAME)
}
draftQueue.subscribe(save)

/** Called when the form opens. */
export function openDraft(): void {
  if (aside !== undefined) dropDraft({ andCancel: true })
  const session = currentSession()
  const person = session.state === 'authenticated' ? session.user.cardId : undefined
  if (person === owner) return
  const kept = readSessionDraft(DRAFT_NAME, (value) => KeptDraft.safeParse(value).data)?.form
  owner = person
  words = kept?.words ?? NO_WORDS
  unsaid = kept?.unsaid ?? []
  reportKey = kept?.key ?? crypto.randomUUID()
  draftQueue.restore(kept?.items ?? [])
  restored = hasContent()
  listeners.call()
  if (person !== undefined) void takeUpCaptures(person)
}

/** What was taken with the camera and not sent; also where the tab was closed, which ends the draft itself. */
async function takeUpCaptures(person: string): Promise<void> {
  const kept = await keptCaptures()
  if (owner === person) draftQueue.takeUp(kept)
}

export const readReportKey = (): string => reportKey
export const readWords = (): ReportWords => words
export const readUnsaid = (): readonly UnsaidField[] => unsaid
export function keepWords(next: ReportWords, nextUnsaid: readonly UnsaidField[]): void {
  words = next
  unsaid = nextUnsaid
  save()
  listeners.call()
}

/** How long a deleted draft can be brought back. */
export const UNDO_MS = 10_000

/**
 * The texts leave the storage of the tab at once. What is in this page's memory is forgotten after the time in which the
 * deletion can be undone.
 */
export function setDraftAside(): void {
  dropSessionDraft(DRAFT_NAME)
  aside = setTimeout(() => dropDraft({ andCancel: true }), UNDO_MS)
  listeners.call()
}
export function bringDraftBack(): void {
  takeFromAside()
  save()
  listeners.call()
}
function takeFromAside(): void {
  clearTimeout(aside)
  aside = undefined
}

/** A file that the camera took is nowhere else: its deletion cannot be undone. */
export const hasCaptures = (): boolean =>
  draftQueue.read().some(({ captureId, state }) => captureId !== undefined || state === 'sealing')

/** @param andCancel false once it is filed: then the files belong to the report */
export function dropDraft({ andCancel }: { readonly andCancel: boolean }): void {
  takeFromAside()
  words = NO_WORDS
  unsaid = []
  reportKey = crypto.randomUUID()
  restored = false
  for (const { captureId } of draftQueue.read())
    if (captureId !== undefined) void forgetCapture(captureId)
  forgetSealKeys()
  draftQueue.clear({ andCancel })
  dropSessionDraft(DRAFT_NAME)
  listeners.call()
}

onPersonLeft((keepsWork) => {
  if (keepsWork) return
  takeFromAside()
  owner = undefined
  words = NO_WORDS
  unsaid = []
  reportKey = crypto.randomUUID()
  restored = false
  forgetSealKeys()
  draftQueue.clear({ andCancel: false }) // signed out: the server deletes uploaded files after a day
  listeners.call()
})

const subscribe = (listener: () => void): (() => void) => {
  const fromQueue = draftQueue.subscribe(listener)
  const remove = listeners.add(listener)
  return () => {
    fromQueue()
    remove()
  }
}
const isKept = (): boolean => aside === undefined && hasContent()
const isAside = (): boolean => aside !== undefined
export const useHasDraft = (): boolean => useSyncExternalStore(subscribe, isKept, isKept)
export const useIsAside = (): boolean => useSyncExternalStore(subscribe, isAside, isAside)
export const wasRestored = (): boolean => restored
