import type { Deps } from '#server/deps/deps.ts'
/** Members for tests, inserted through the product's own writer. Everything can be overridden. */
import { insertMember } from '#server/records/members/member-repository.ts'
import { newMember, type NewMember } from '#server/records/members/new-member.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import { roleId, type Role } from '#shared/domain/people/roles.ts'

export const TEST_PASSWORD = 'Correct-Horse1'

let lastNumber = 20_000_000

export interface MemberWish {
  readonly role?: Role
  readonly status?: MemberStatus
  /** False for an applicant, whose data staff have not validated. */
  readonly validated?: boolean
  readonly firstName?: string
  readonly lastName?: string
  readonly birthDate?: string
  readonly email?: string
  readonly phone?: string
  readonly nationalities?: readonly string[]
  readonly details?: Partial<NewMember['details']>
}

export interface BuiltMember {
  readonly id: number
  readonly cardId: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly name: string
  readonly birthDate: string
}

// One argon2 hash for all members of a suite, because these tests do not test hashing.
const hashes = new WeakMap<Deps, Promise<string>>()
function testHash(deps: Deps): Promise<string> {
  const known = hashes.get(deps)
  if (known !== undefined) return known
  const made = deps.passwords.hash(TEST_PASSWORD).then((hashed) => {
    if (!hashed.ok) throw new Error('busy')
    return hashed.value
  })
  hashes.set(deps, made)
  return made
}

export async function buildMember(deps: Deps, wish: MemberWish = {}): Promise<BuiltMember> {
  lastNumber += 1
  const id = lastNumber
  const { firstName = 'Amna', lastName = 'Idris', birthDate = '1990-04-12' } = wish
  const email = wish.email ?? `member.${id}@test.example`
  const phone = wish.phone ?? `+2499${String(id).slice(-8)}`
  await insertMember(
    deps.database.db,
    newMember({
      id,
      email,
      phone,
      passwordHash: await testHash(deps),
      firstName,
      lastName,
      role: roleId(wish.role ?? 'member'),
      status: wish.status ?? 'active',
      validated: wish.validated ?? true,
      at: deps.clock.now().toISOString(),
      details: {
        birth_date: birthDate,
        sex: 'm',
        birth_country: 'SD',
        birth_city: 'Omdurman',
        current_country: 'FR',
        current_city: 'Lyon',
        occupation: 'Engineer',
        ...wish.details,
      },
    }),
    wish.nationalities ?? ['SD', 'FR'],
  )
  return {
    id,
    cardId: `WLD_${id}`,
    email,
    phone,
    password: TEST_PASSWORD,
    name: `${firstName} ${lastName}`,
    birthDate,
  }
}
