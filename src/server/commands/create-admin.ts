/**
 * `npm run admin:create -- --email …`: makes the first administrator while the server is stopped. With `--new-password`
 * it sets the password of an administrator instead, for an association whose only one forgot it.
 */
import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_MAX_LENGTH,
} from '#shared/domain/access/password.ts'
import { isPersonName } from '#shared/domain/people/person-name.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'
import { isoNow } from '../base/clock.ts'
import { emailKey } from '../base/contact-keys.ts'
import { StartFault } from '../base/start-fault.ts'
import { parseConfig } from '../deps/config.ts'
import type { Deps } from '../deps/deps.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { isGuessable, type PasswordOwner } from '../parts/security/guessable-password.ts'
import { insertMember, updatePassword } from '../records/members/member-repository.ts'
import { newMember } from '../records/members/new-member.ts'
import { endSessionsOf } from '../records/sessions/end-sessions.ts'
import { openDeps } from '../start/open-deps.ts'
import { print, runCommand } from './run-command.ts'

const TAKEN = 'User already exists. To set a new password for an administrator, add --new-password.'

const USAGE =
  'Usage: npm run admin:create -- --email you@example.org [--first-name Name] [--last-name Name] [--new-password]'

/** Asked without echo at a terminal; one line from standard input otherwise. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = ''
    for await (const chunk of process.stdin) text += String(chunk)
    return (text.split('\n')[0] ?? '').replace(/\r$/, '')
  }
  process.stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const password = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return password
}

function checkPassword(password: string, owner: PasswordOwner): void {
  if (password.length > PASSWORD_MAX_LENGTH)
    throw new StartFault(`The password may have at most ${PASSWORD_MAX_LENGTH} characters.`)
  if (!isPasswordAlphabet(password))
    throw new StartFault(
      'Use only English letters, digits and symbols in the password, without spaces.',
    )
  if (!isStrongPassword(password))
    throw new StartFault(
      'Password is not strong enough: at least eight characters, with three of an uppercase letter, a lowercase letter, a digit and a special character.',
    )
  if (isGuessable(password, owner))
    throw new StartFault(
      'Password is not strong enough: it is a common one, or made from the name or the e-mail address.',
    )
}

async function setPassword(
  { database, clock, audit }: Deps,
  memberId: number,
  passwordHash: string,
): Promise<void> {
  const at = isoNow(clock)
  await inTransaction(database.db, async (transaction) => {
    await updatePassword(transaction, memberId, { passwordHash, at })
    await endSessionsOf(transaction, memberId, { at, reason: 'password-set-by-operator' })
    await audit.write(
      { actor: 'system', action: 'administrator.password-set', target: `member:${memberId}` },
      transaction,
    )
  })
}

async function create(): Promise<string> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'Association' },
      'last-name': { type: 'string', default: 'Administrator' },
      'new-password': { type: 'boolean', default: false },
    },
  })
  if (values.email !== undefined) values.email = CLEAN.email(values.email)
  if (values.email === undefined || !looksLikeEmail(values.email))
    throw new StartFault(`--email must be an e-mail address.\n${USAGE}`)
  const [firstName, lastName] = [CLEAN.name(values['first-name']), CLEAN.name(values['last-name'])]
  if (!isPersonName(firstName))
    throw new StartFault('--first-name may contain only letters, spaces, hyphens and apostrophes.')
  if (!isPersonName(lastName))
    throw new StartFault('--last-name may contain only letters, spaces, hyphens and apostrophes.')
  const isProduction = process.env['SECRET_KEY'] !== undefined && process.env['SECRET_KEY'] !== ''
  const parsed = parseConfig(
    { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
    isProduction ? 'production' : 'local',
  )
  if (!parsed.ok) throw new StartFault(parsed.faults.join('\n'))
  const password = await readPassword()
  checkPassword(password, { firstName, lastName, email: values.email })
  const { deps, close } = await openDeps(parsed.config)
  try {
    const { database, clock, audit, passwords } = deps
    const taken = await database.db
      .selectFrom('members')
      .select(['id', 'role', 'status'])
      .where('email_key', '=', emailKey(values.email))
      .executeTakeFirst()
    if (taken !== undefined && !values['new-password']) throw new StartFault(TAKEN)
    const hashed = await passwords.hash(password)
    if (!hashed.ok) throw new StartFault('The machine is too busy to hash the password. Try again.')
    if (values['new-password']) {
      if (taken?.role !== 'ROLE_ADMIN' || taken.status !== 'active')
        throw new StartFault(
          'No active administrator has that address. To create one, leave out --new-password.',
        )
      await setPassword(deps, taken.id, hashed.value)
      return `WLD_${taken.id} can now sign in with the new password. All sessions have ended; the second factor has not changed.`
    }
    const member = newMember({
      id: randomInt(10_000_000, 100_000_000),
      email: values.email.trim(),
      passwordHash: hashed.value,
      firstName,
      lastName,
      role: 'ROLE_ADMIN',
      status: 'active',
      validated: true,
      at: isoNow(clock),
      // This tool does not ask for them. The account works; its card is issued once they are
      // entered in the dashboard.
      details: { birth_date: '', sex: '' },
    })
    await inTransaction(database.db, async (transaction) => {
      await insertMember(transaction, member, [])
      await audit.write(
        { actor: 'system', action: 'administrator.created', target: `member:${member.id}` },
        transaction,
      )
    }).catch((error: unknown) => {
      // With PostgreSQL another one of this command may have been faster; the index decides.
      throw database.rules.isUniqueViolation(error) ? new StartFault(TAKEN) : error
    })
    const next =
      parsed.config.staffFactor === 'required'
        ? '\nThe first sign-in asks for a second factor: a passkey, or an app that shows codes.'
        : ''
    return `Administrator WLD_${member.id} can now sign in.${next}`
  } finally {
    await close()
  }
}

await runCommand(USAGE, async () => {
  print(await create())
  return true
})
