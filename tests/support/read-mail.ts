/**
 * Reads a mail as a mail program does: unfolded and decoded headers, decoded parts. Sufficient for the mails of the
 * server.
 */
export interface ReadMail {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Attached files, by name. */
  readonly files: Readonly<Record<string, string>>
}

const bytesOfQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

/** RFC 2047: adjacent encoded words are one text, so a letter may be split between them. */
function decodeWords(value: string): string {
  return value.replace(/=\?utf-8\?[bq]\?[^?]*\?=(?:\s+=\?utf-8\?[bq]\?[^?]*\?=)*/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, encoding = '', text = '']) =>
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : bytesOfQuotedPrintable(text.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
}

function splitEntity(raw: string): { headers: Record<string, string>; body: string } {
  const gap = /\r?\n\r?\n/.exec(raw)
  const head = gap === null ? raw : raw.slice(0, gap.index)
  const headers: Record<string, string> = {}
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0)
      headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim())
  }
  return { headers, body: gap === null ? '' : raw.slice(gap.index + gap[0].length) }
}

function decodeBody({ headers, body }: ReturnType<typeof splitEntity>): string {
  const encoding = (headers['content-transfer-encoding'] ?? '7bit').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return bytesOfQuotedPrintable(body).toString('utf8')
  return Buffer.from(body, 'latin1').toString('utf8')
}

interface Leaf {
  readonly type: string
  readonly text: string
  readonly filename: string | undefined
}

function leaves(raw: string): Leaf[] {
  const entity = splitEntity(raw)
  const type = entity.headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined)
    return [
      {
        type: type.split(';')[0] ?? '',
        text: decodeBody(entity).replaceAll('\r\n', '\n'),
        filename: /filename="?([^";]+)"?/i.exec(entity.headers['content-disposition'] ?? '')?.[1],
      },
    ]
  return entity.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => leaves(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
}

export function readMail(raw: Buffer): ReadMail {
  const text = raw.toString('latin1')
  const { headers } = splitEntity(text)
  const parts = leaves(text)
  const find = (wanted: string): string =>
    parts.find(({ type, filename }) => type === wanted && filename === undefined)?.text ?? ''
  return {
    headers,
    subject: headers['subject'] ?? '',
    text: find('text/plain'),
    html: find('text/html'),
    files: Object.fromEntries(
      parts.flatMap(({ filename, text: content }) =>
        filename === undefined ? [] : [[filename, content]],
      ),
    ),
  }
}
