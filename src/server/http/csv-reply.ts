import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { BYTE_ORDER_MARK, csvRows, type CsvRows } from '#shared/domain/text/csv.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { done, type Outcome } from '../base/outcome.ts'

interface CsvFile {
  readonly name: string
  /** Of its reader. */
  readonly language: Language | undefined
  /** The header as well. Only one part is in memory at a time. */
  readonly parts: AsyncIterable<CsvRows> | Iterable<CsvRows>
}

async function* texts({ parts, language }: CsvFile): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const rows of parts) {
    yield csvRows(rows, language)
    await setImmediate() // queries of the embedded database block the process
  }
}

/** Each table that leaves the server: guarded, in the form of its reader's spreadsheet (ADR 0084), and in no cache. */
export function csvReply(reply: FastifyReply, file: CsvFile): Outcome<Readable> {
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
  return done(Readable.from(texts(file)))
}
