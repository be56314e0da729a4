import { once } from 'node:events'
/**
 * Sends the audit log to a place outside of the server, append only: whoever takes the server over
 * cannot take back what was sent. Each row is sent at least once; a receiver tells repeats by `seq`.
 */
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { Deps } from '../../deps/deps.ts'
import { auditRowsAfter, moveCursor, readCursor } from '../../records/watch/watch-repository.ts'

const ROWS_AT_ONCE = 500
/** The line to the receiver is given up after this time. */
const TIMEOUT_MS = 10_000

/** Facility 13 (log audit), severity 5 (notice): RFC 5424, 6.2.1. */
const PRIORITY = 13 * 8 + 5

type Row = Awaited<ReturnType<typeof auditRowsAfter>>[number]

/** One row as JSON; the hash lets a reader check the chain without the database. */
const asJson = (row: Row): string =>
  JSON.stringify({ ...row, detail: JSON.parse(row.detail) as unknown })

/** RFC 5424 message in the octet-counted frame of RFC 6587: text of a row cannot end its message. */
function syslogFrame(row: Row, host: string): Buffer {
  const message = Buffer.from(`<${PRIORITY}>1 ${row.at} ${host} wld - audit - ${asJson(row)}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

async function sendToFile(path: string, rows: readonly Row[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${rows.map(asJson).join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Over one connection that is closed after the batch. TCP reports only that the kernel took the
 * bytes; ending the connection waits until the receiver has read them all.
 */
async function sendToSyslog(address: URL, host: string, rows: readonly Row[]): Promise<void> {
  const port = Number(
    address.port === '' ? (address.protocol === 'tls:' ? 6514 : 601) : address.port,
  )
  const name = address.hostname.replace(/^\[|\]$/g, '')
  const socket: Socket =
    address.protocol === 'tls:'
      ? connectTls({ host: name, port, servername: name })
      : connect({ host: name, port })
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Error('The syslog receiver does not respond')),
  )
  try {
    await once(socket, address.protocol === 'tls:' ? 'secureConnect' : 'connect')
    socket.resume()
    const closed = once(socket, 'close')
    socket.end(Buffer.concat(rows.map((row) => syslogFrame(row, host))))
    await closed
  } finally {
    socket.destroy()
  }
}

/** Returns true when rows are left. */
async function sendBatch(
  address: URL,
  { config, database: { db } }: Pick<Deps, 'config' | 'database'>,
): Promise<boolean> {
  const from = await readCursor(db, 'forward')
  const rows = await auditRowsAfter(db, from, ROWS_AT_ONCE)
  const last = rows.at(-1)
  if (last === undefined) return false
  if (address.protocol === 'file:') await sendToFile(fileURLToPath(address), rows)
  else await sendToSyslog(address, new URL(config.publicUrl).hostname, rows)
  await moveCursor(db, 'forward', from, last.seq)
  return rows.length === ROWS_AT_ONCE
}

/**
 * Sends the rows since the last run; a failure is thrown, and the next run sends them again. Of
 * several servers one sends: started together, each would send every row.
 */
export async function forwardAudit(deps: Pick<Deps, 'config' | 'database'>): Promise<void> {
  const { auditForward } = deps.config
  if (auditForward === undefined) return
  const address = new URL(auditForward)
  for (let isMore = true; isMore;) {
    isMore = false
    await deps.database.alone('audit-forward', async () => {
      isMore = await sendBatch(address, deps)
    })
  }
}
