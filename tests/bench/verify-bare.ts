/**
 * A bare server for `verify.ts`: the two rows behind a verdict, and nothing else of a verdict. Started with the file of the
 * embedded database, or with the address of PostgreSQL.
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import pg from 'pg'

type Row = Readonly<Record<string, unknown>> | undefined
type Read = (id: number) => Promise<readonly [Row, Row]>

const MEMBER = 'select * from members where id = '
const CARD = 'select * from cards where replaced_at is null and member_id = '

function readFile(file: string): Read {
  const database = new DatabaseSync(file, { readOnly: true })
  const member = database.prepare(`${MEMBER}?`)
  const card = database.prepare(`${CARD}?`)
  return async (id) => [member.get(id), card.get(id)]
}
function readServer(connectionString: string): Read {
  const pool = new pg.Pool({ connectionString })
  const first = async (name: string, text: string, id: number): Promise<Row> =>
    (await pool.query<Record<string, unknown>>({ name, text: `${text}$1`, values: [id] })).rows[0]
  return async (id) => [await first('member', MEMBER, id), await first('card', CARD, id)]
}

const place = process.argv[2] ?? ''
const read = place.startsWith('postgres') ? readServer(place) : readFile(place)
const app = Fastify()
app.post<{ Body: { id: number } }>('/verify', async ({ body: { id } }) => {
  const [found, held] = await read(id)
  return {
    verdict: held === undefined ? 'UNKNOWN' : 'VALID',
    name: `${String(found?.['first_name'])} ${String(found?.['last_name'])}`,
    dob: found?.['birth_date'],
    role: found?.['role'],
    status: found?.['status'],
    expiresAt: held?.['expires_at'],
    checkedAt: new Date().toISOString(),
  }
})
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(`${origin}/verify`)
