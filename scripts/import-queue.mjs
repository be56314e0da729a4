// node scripts/import-queue.mjs file.json --server https://members.example.org [--all]
// Sends an exported queue of check-ins (docs/desktop.md, "The queue"). Signs in as staff: WLD_EMAIL and WLD_PASSWORD, or asked for.
// Plain JavaScript for Node 20: it runs wherever the file lies. Run twice, it changes nothing: each check-in has its id.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'

const USAGE =
  'Usage: node scripts/import-queue.mjs file.json --server https://members.example.org [--all]'
/** What the server takes of staff in one call. */
const BATCH = 20
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

class Refused extends Error {}

async function ask(question, isSecret) {
  process.stderr.write(question)
  const output = isSecret
    ? new Writable({ write: (_chunk, _encoding, done) => done() })
    : process.stderr
  const lines = createInterface({
    input: process.stdin,
    output,
    terminal: Boolean(process.stdin.isTTY) && isSecret,
  })
  const answer = await lines.question('')
  lines.close()
  if (isSecret) process.stderr.write('\n')
  return answer
}

function readExport(path) {
  let file
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${error.message}`)
  }
  if (file?.format !== 'wld-check-ins' || file.version !== 1 || !Array.isArray(file.checkIns))
    throw new Refused(`${path} is not an exported queue of check-ins.`)
  return file.checkIns
}

async function call(server, path, init) {
  for (;;) {
    const response = await fetch(`${server}${path}`, { ...init, redirect: 'error' }).catch(
      (error) => {
        throw new Refused(`${server} does not answer: ${error.cause?.message ?? error.message}`)
      },
    )
    const body = await response.json().catch(() => ({}))
    if (response.ok) return body
    if (response.status !== 429)
      throw new Refused(`${path}: ${response.status} ${body.message ?? body.detail ?? ''}`)
    const waitS = Math.min(600, Math.max(1, Number(response.headers.get('retry-after')) || 30))
    process.stderr.write(`The server asks to wait ${waitS} seconds.\n`)
    await new Promise((resolve) => setTimeout(resolve, waitS * 1_000))
  }
}

const toSend = ({ id, cardId, gate, sequence, deviceId, at, clockOffMs }) => ({
  id,
  cardId,
  gate,
  sequence,
  at: new Date(Date.parse(at) - (clockOffMs ?? 0)).toISOString(),
  ...(UUID.test(deviceId) ? { deviceId } : {}),
})

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'string' }, all: { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (path === undefined || values.server === undefined || !URL.canParse(values.server))
    throw new Refused(USAGE)
  const server = new URL(values.server).origin
  const chosen = readExport(path).filter(({ state }) => values.all || state === 'waiting')
  const byEvent = new Map()
  for (const one of chosen) {
    if (!byEvent.has(one.eventId)) byEvent.set(one.eventId, [])
    byEvent.get(one.eventId).push(one)
  }
  const email = process.env.WLD_EMAIL ?? (await ask('E-mail: ', false))
  const password = process.env.WLD_PASSWORD ?? (await ask('Password: ', true))
  const { accessToken } = await call(server, '/api/auth/login', {
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
  })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  for (const [eventId, checkIns] of byEvent) {
    const counts = {}
    checkIns.sort((a, b) => a.sequence - b.sequence)
    for (let from = 0; from < checkIns.length; from += BATCH) {
      const body = JSON.stringify({ checkIns: checkIns.slice(from, from + BATCH).map(toSend) })
      const { results } = await call(server, `/api/event/check-in/${encodeURIComponent(eventId)}`, {
        method: 'POST',
        headers,
        body,
      })
      for (const { result } of results) counts[result] = (counts[result] ?? 0) + 1
    }
    process.stdout.write(
      `${eventId}: ${Object.entries(counts)
        .map(([result, count]) => `${count} ${result}`)
        .join(', ')}\n`,
    )
  }
  process.stdout.write(`${chosen.length} check-ins sent.\n`)
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Refused ? error.message : error.stack}\n`)
  process.exitCode = 1
})
