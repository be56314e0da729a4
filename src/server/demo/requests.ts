/** Registration requests in every state. Each applicant is a person of the members' shape, but not among `demoMembers`. */
import { assertNever } from '#shared/domain/assert-never.ts'
import { demoNames } from './names.ts'
import {
  APPLICANT_COUNT,
  applicantNumber,
  demoPerson,
  MEMBER_COUNT,
  type DemoLanguage,
  type DemoMember,
  type DemoMemberStatus,
  type DemoRole,
} from './people.ts'
import { createRandom } from './random.ts'

export type DemoRequestStatus =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'blocked'
  | 'active'
  | 'inactive'

export type DemoRequest = {
  readonly id: string
  readonly status: DemoRequestStatus
  readonly applicant: DemoMember
  /** The role of the account that decided; null while pending. */
  readonly decidedBy: Exclude<DemoRole, 'ROLE_USER'> | null
  readonly decidedAt: string | null
  readonly approverComment: string
  readonly createdAt: string
}

const SEED = 73_019
const DAY_MS = 86_400_000

const COUNTS: readonly (readonly [DemoRequestStatus, number])[] = [
  ['pending', 12],
  ['approved', 6],
  ['rejected', 5],
  ['blocked', 2],
  ['active', 3],
  ['inactive', 2],
]

/** State of the applicant's account while the request is in this state. */
const MEMBER_STATUS: Readonly<Record<DemoRequestStatus, DemoMemberStatus>> = {
  pending: 'inactive',
  approved: 'active',
  rejected: 'inactive',
  blocked: 'blocked',
  active: 'active',
  inactive: 'inactive',
}

const ACCEPTED: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: [
    'Documents match the photo. Welcome.',
    'Confirmed with the person who gave the invitation code.',
  ],
  fr: [
    'Pièces conformes à la photo. Bienvenue.',
    'Confirmé auprès de la personne qui a donné le code d’invitation.',
  ],
  ar: ['الوثائق مطابقة للصورة. مرحبًا بك.', 'تم التأكد من صاحب رمز الدعوة.'],
}

const REFUSED: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: [
    'The back of the document cannot be read. Please send a new photo.',
    'The birth date on the form differs from the document. Please apply again with the right date.',
  ],
  fr: [
    'Le verso de la pièce d’identité est illisible. Merci d’envoyer une nouvelle photo.',
    'La date de naissance saisie ne correspond pas à la pièce fournie. Vous pouvez refaire une demande.',
  ],
  ar: [
    'صورة ظهر الوثيقة غير واضحة. نرجو إرسال صورة جديدة.',
    'تاريخ الميلاد في الطلب لا يطابق الوثيقة. يمكنكم تقديم طلب جديد بعد التصحيح.',
  ],
}

const commentsFor = (status: DemoRequestStatus, language: DemoLanguage): readonly string[] => {
  switch (status) {
    case 'pending':
      return ['']
    case 'approved':
    case 'active':
      return ACCEPTED[language]
    case 'rejected':
    case 'blocked':
    case 'inactive':
      return REFUSED[language]
    default:
      return assertNever(status)
  }
}

/** Newest first. The oldest pending one has waited for nine days, the newest came minutes ago. */
export function demoRequests(now: Date): readonly DemoRequest[] {
  const random = createRandom(SEED)
  const names = demoNames(MEMBER_COUNT + APPLICANT_COUNT).slice(MEMBER_COUNT)
  const statuses = random.shuffle(
    COUNTS.flatMap(([status, count]) => Array.from({ length: count }, () => status)),
  )
  // Addresses of applicants are marked as such, so that they never equal a member's address.
  const takenEmails = new Set<string>()

  let pending = 0
  const requests = names.map((name, index): DemoRequest => {
    const status = statuses[index] ?? 'pending'
    const ageDays =
      status === 'pending' ? 0.01 + (pending += 1) ** 2 / 16 : random.int(6, 400) + random.next()
    const createdAt = new Date(now.getTime() - ageDays * DAY_MS)
    const accepted = MEMBER_STATUS[status] === 'active'
    const fixed = {
      id: applicantNumber(index),
      role: 'ROLE_USER',
      status: MEMBER_STATUS[status],
      validated: accepted,
      createdAt: createdAt.toISOString(),
    } as const
    const person = demoPerson(random, name, MEMBER_COUNT + index, fixed, takenEmails, now)
    const decided = status !== 'pending'
    return {
      id: `demo-request-${String(index + 1).padStart(2, '0')}`,
      status,
      applicant: { ...person, email: person.email.replace('@', '.new@') },
      decidedBy: decided
        ? random.weighted([
            ['ROLE_REVIEWER', 6],
            ['ROLE_MODERATOR', 2],
            ['ROLE_ADMIN', 1],
            ['ROLE_CONTENT_MANAGER', 1],
          ] as const)
        : null,
      decidedAt: decided
        ? new Date(createdAt.getTime() + random.int(2, 120) * 3_600_000).toISOString()
        : null,
      approverComment: random.pick(commentsFor(status, person.language)),
      createdAt: createdAt.toISOString(),
    }
  })
  return requests.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}
