import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createApiClient } from '#shared/contract/base/client.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { pledge } from '#shared/contract/donations.ts'
import { checkIn, createEvent } from '#shared/contract/events.ts'
import { sendResetCode } from '#shared/contract/password-reset.ts'
import { updateMember } from '#shared/contract/users.ts'
import { newAddress, newPhone } from '#tests/builders/applicant.ts'
import { eventBody } from '#tests/builders/content.ts'
/** What a traced server does before the power is cut: one call after another, each with what must be kept of it. */
import type { ApiServer } from './api-server.ts'
import { traced } from './disk-trace.ts'
import { begun, finish, partAt, sendPart } from './evidence-uploads.ts'
import { film } from './sample-films.ts'
import type { TracedServer } from './traced-server.ts'

const FILM_BYTES = 3 * 1024 * 1024
const EVENT = 'general-assembly'
const PROGRAM = join(import.meta.dirname, 'traced-server.ts')

/** What a call changed; `isKept` looks for it in a database after the cut. */
export interface Acknowledged {
  readonly what: string
  isKept(server: ApiServer): Promise<boolean>
}

/**
 * Starts a server under strace, makes its calls, and kills it.
 * @param turns rounds of calls, each for another member
 * @returns one entry for each reply
 */
export async function workTraced(
  dataDir: string,
  output: string,
  turns: number,
): Promise<readonly Acknowledged[]> {
  const [command = '', ...words] = traced(output)
  const options = ['--data', dataDir, '--people', String(turns)]
  const args = [...words, process.execPath, PROGRAM, ...options]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const started = await firstLine(child)
  try {
    return await callAll(started)
  } finally {
    process.kill(started.pid, 'SIGKILL')
    await exited
  }
}

async function firstLine(child: ChildProcess): Promise<TracedServer> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout }))
    return JSON.parse(line) as TracedServer // printed by the program
  throw new Error('the traced server did not start')
}

type Done = (what: string, answer: { readonly ok: boolean }, isKept: Acknowledged['isKept']) => void

async function callAll({ url, bearer, people }: TracedServer): Promise<readonly Acknowledged[]> {
  const client = createApiClient({ fetch, baseUrl: url })
  const calls: Acknowledged[] = [{ what: 'sign-in', isKept: async () => true }]
  const done: Done = (what, answer, isKept) => {
    if (!answer.ok) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    calls.push({ what: `${what} (call ${calls.length + 1})`, isKept })
  }
  done(
    'event',
    await client.call(createEvent, { body: eventBody(new Date(), { id: EVENT }) }, { bearer }),
    (server) => has(server, 'events', 'id', EVENT),
  )
  for (const { cardId, email } of people) {
    const [sender, id, comments] = [newAddress(), randomUUID(), randomUUID()]
    const message = {
      firstName: 'Amna',
      lastName: 'Idris',
      email: sender,
      phoneNumber: newPhone(),
      subject: 'query' as const,
      message: 'When?',
    }
    done(
      'message',
      await client.call(sendContactMessage, { headers: {}, body: message }),
      (server) => has(server, 'claims', 'email', sender),
    )
    done(
      'pledge',
      await client.call(pledge, { headers: {}, body: { id, cause: 'education', amountUsd: 10 } }),
      (server) => has(server, 'pledges', 'id', id),
    )
    done(
      'comment',
      await client.call(updateMember, { params: { id: cardId }, body: { comments } }, { bearer }),
      async ({ deps }) =>
        (await deps.database.db.selectFrom('members').select('comments').execute()).some(
          (row) => row.comments === comments, // sealed: it cannot be compared in the query
        ),
    )
    const checkIns = [{ id: randomUUID(), cardId, at: new Date().toISOString() }]
    done(
      'check-in',
      await client.call(checkIn, { params: { id: EVENT }, body: { checkIns } }, { bearer }),
      (server) => has(server, 'check_ins', 'id', checkIns[0]?.id ?? ''),
    )
    done('mail', await client.call(sendResetCode, { headers: { identifier: email } }), (server) =>
      hasMail(server, email),
    )
    await sendFilm({ url, client }, bearer, done)
  }
  return calls
}

/** Whether there is one such row, and not two. */
async function has(
  { deps }: ApiServer,
  table: 'claims' | 'pledges' | 'check_ins' | 'events',
  column: 'id' | 'email',
  value: string,
): Promise<boolean> {
  const rows = deps.database.db.selectFrom(table).select('id')
  const found = await rows.where(column as 'id', '=', value).execute() // each caller names a column of its table
  return found.length === 1
}

/** Waiting in the table, or sent: then the row forgets the address. */
async function hasMail({ deps, dataDir }: ApiServer, email: string): Promise<boolean> {
  const waiting = deps.database.db.selectFrom('mails').select('id').where('to_address', '=', email)
  if ((await waiting.execute()).length > 0) return true
  const outbox = join(dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return texts.some((text) => text.includes(email))
}

async function sendFilm(
  api: Parameters<typeof sendPart>[0],
  bearer: string,
  done: Done,
): Promise<void> {
  const bytes = film({ picture: randomBytes(FILM_BYTES) })
  const { id } = await begun(api, bearer, bytes)
  const uploadOf = ({ deps }: ApiServer) =>
    deps.database.db
      .selectFrom('evidence_uploads')
      .select(['received_bytes', 'file_id'])
      .where('id', '=', id)
      .executeTakeFirst()
  const received = async (server: ApiServer): Promise<number> =>
    (await uploadOf(server))?.received_bytes ?? -1
  done('upload', { ok: true }, async (server) => (await received(server)) >= 0)
  for (let offset = 0; offset < bytes.length;) {
    const part = partAt(bytes, offset)
    const answer = await sendPart(api, bearer, id, offset, part)
    offset += part.length
    const end = offset
    done('part', { ok: answer.status === 200 }, async (server) => (await received(server)) >= end)
  }
  const answer = await finish(api, bearer, id)
  done('film', { ok: answer.status === 200 }, async (server) => {
    const fileId = (await uploadOf(server))?.file_id ?? null
    const files = await server.deps.database.db.selectFrom('files').select('id').execute()
    return files.some((file) => file.id === fileId) // whether its bytes are whole is looked at for each file
  })
}
