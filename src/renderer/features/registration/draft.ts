/**
 * What the browser keeps of a registration that is not sent yet.
 *
 * Two places, because the data is dangerous in the wrong hands (a name with a tribe, in a civil war) and phones are
 * shared and searched:
 * - the tab's own storage, always: it survives a reload and ends with the tab;
 * - the device's storage, only when the applicant chooses it: for seven days at most, and without names of others and
 *   the tribe. Password, documents and photos are in neither.
 * Rejected: the device's storage by default. A lost form is an annoyance; a form that is found can cost a life.
 */
import * as z from 'zod'
import { isMemberField, specOf } from '#shared/domain/people/member-fields.ts'
import { DEVICE_DRAFT_KEY, forgetOldDraft } from '../../platform/offline/device-draft.ts'
import { Answers } from './application.ts'

const VERSION = 1

/** The ticket from the mailed code: permission to upload and send, for one address. */
export const KeptTicket = z.object({
  token: z.string().min(1),
  email: z.string().min(1),
  endsAt: z.number(),
})
export type KeptTicket = z.output<typeof KeptTicket>

/** A code is on its way to this address. */
export const PendingCode = z.object({ email: z.string().min(1), endsAt: z.number() })
export type PendingCode = z.output<typeof PendingCode>

const fromJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
})

const Draft = z.object({
  version: z.literal(VERSION),
  savedAt: z.number(),
  email: z.string(),
  answers: Answers,
  code: PendingCode.optional().catch(undefined),
  ticket: KeptTicket.optional().catch(undefined),
})
type Stored = z.output<typeof Draft>
export type Draft = Omit<Stored, 'version' | 'savedAt'>

export interface ReadDraft extends Draft {
  readonly savedAt: number
  readonly keptOnDevice: boolean
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export interface DraftStores {
  readonly tab: Store
  readonly device: Store
}

/** A browser may refuse its storage (private windows, a full disk); then the form works without a draft. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const parse = (store: Store): Stored | undefined =>
  fromJson.pipe(Draft).safeParse(quietly(() => store.getItem(DEVICE_DRAFT_KEY))).data

/** Without the fields that the device may not hold, such as the tribe and the member who vouches for the applicant. */
const forDevice = ({ email, answers }: Draft): Draft => ({
  email,
  answers: Answers.parse(
    Object.fromEntries(
      Object.entries(answers).filter(
        ([name]) => !isMemberField(name) || specOf(name).readers.includes('device'),
      ),
    ),
  ),
})

export function createDraftStorage({ tab, device }: DraftStores, now: () => number) {
  const write = (store: Store, draft: Draft) =>
    quietly(() =>
      store.setItem(
        DEVICE_DRAFT_KEY,
        JSON.stringify({ version: VERSION, savedAt: now(), ...draft }),
      ),
    )
  const remove = (store: Store) => quietly(() => store.removeItem(DEVICE_DRAFT_KEY))

  function readDevice(): Stored | undefined {
    forgetOldDraft(device, now())
    return parse(device)
  }

  return {
    /** The tab's copy, else the device's; one that is too old is removed. */
    read(): ReadDraft | undefined {
      const [here, kept] = [parse(tab), readDevice()]
      const found = here ?? kept
      if (found === undefined) return undefined
      const { version: _, ...draft } = found
      return { ...draft, keptOnDevice: kept !== undefined }
    },
    write(draft: Draft, { onDevice }: { readonly onDevice: boolean }): void {
      write(tab, draft)
      if (onDevice) write(device, forDevice(draft))
      else remove(device)
    },
    clear(): void {
      remove(tab)
      remove(device)
    },
  }
}
