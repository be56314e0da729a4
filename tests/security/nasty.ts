/** Bad values and bad calls, drawn by fast-check: what fuzzers, careless clients and attackers send. */
import * as fc from 'fast-check'
import * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/define-route.ts'
import type { Sample } from '#tests/support/bodies.ts'
import type { RawCall } from './send.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 'core'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Text that one layer or another of a server is known to stumble over. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00b',
  '\u202Etxt',
  '\uFEFF',
  '\r\nx-evil: 1',
  'x'.repeat(300),
  'x'.repeat(100_000),
  '😀'.repeat(500),
  'ﷺ'.repeat(200),
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '../../../secret',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  '١٢٣',
  '2026-02-30',
  '0000-00-00',
  '+999999-01-01T00:00:00Z',
  'REQ_\0',
  'WLD_0',
  'WLD_999999999999999',
  '/api/files/',
  'https://\0',
  'a@b',
  `${'a'.repeat(250)}@b.example`,
]
const NASTY_VALUES: readonly unknown[] = [
  ...NASTY_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  -(2 ** 63),
  1e308,
  [],
  [[]],
  [null],
  {},
  { id: null },
  { photoUrl: '\0' },
  Array.from({ length: 1_000 }, () => 'x'),
  nested(40),
  { length: 5 },
  { toString: 'x' },
]
const nastyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

/** Names of the fields that a schema knows on its first level. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  interface Node {
    readonly properties?: Readonly<Record<string, unknown>>
    readonly anyOf?: readonly Node[]
    readonly allOf?: readonly Node[]
  }
  const walk = ({ properties = {}, anyOf = [], allOf = [] }: Node): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...allOf].flatMap(walk),
  ]
  return [...new Set(walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node))] // a JSON object by contract
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const JSON_TYPE = 'application/json'
interface Body {
  readonly type: string | undefined
  readonly bytes: string | Buffer | undefined
}
const json = (value: unknown): Body => ({ type: JSON_TYPE, bytes: JSON.stringify(value) })
const asJson = (bytes: string | Buffer): Body => ({ type: JSON_TYPE, bytes })

/** Texts that are no JSON, or JSON that means harm. */
const brokenBodies = (text: string): readonly Body[] => [
  ...[
    '',
    ' ',
    '{',
    '{"a":',
    '[1,',
    'null',
    'true',
    '"text"',
    '0',
    'NaN',
    '1e400',
    "{'a':1}",
    '{"a":1,}',
    '\uFEFF{}',
    '{}{}',
    '{"a":1,"a":2}',
    '{"\\ud800":1}',
    '{"a":"\\u0000"}',
    '-',
  ].map(asJson),
  asJson(text.slice(0, Math.ceil(text.length / 2))),
  asJson('{"__proto__":{"role":"ROLE_ADMIN"}}'),
  asJson('{"constructor":{"prototype":{"role":"ROLE_ADMIN"}}}'),
  asJson(text.replace(/^\{/, '{"__proto__":{"isActive":true},')),
  asJson(text.replace(/^\{/, '{"hasOwnProperty":1,"toString":2,"valueOf":null,')),
  asJson('['.repeat(50_000)),
  asJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  asJson(`${'{"user":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  asJson(`{"a":"${'x'.repeat(300_000)}"}`),
  asJson(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])),
  asJson(Buffer.from('{"email":"\xff\xfe"}', 'latin1')),
  { type: 'text/plain', bytes: text },
  { type: 'application/xml', bytes: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><a>&b;</a>' },
  { type: 'application/x-www-form-urlencoded', bytes: 'a=1&a=2&__proto__[b]=c' },
  { type: 'multipart/form-data', bytes: 'no boundary' },
  {
    type: 'multipart/form-data; boundary=x',
    bytes: '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  },
  {
    type: 'multipart/form-data; boundary=x',
    bytes: '--x\r\nContent-Disposition: form-data; name="report"; filename="\0"\r\n\r\n1\r\n--x',
  },
  { type: 'application/json; charset=utf-7', bytes: text },
  { type: 'application/json;', bytes: text },
  { type: ';;;', bytes: text },
  { type: '', bytes: text },
  { type: undefined, bytes: text },
  { type: JSON_TYPE, bytes: undefined },
]

type Path = readonly (string | number)[]

/** Every place in a value, the value itself aside. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
}

function replacedAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? replacedAt(inner, rest, by) : inner))
  return isRecord(value) ? { ...value, [key]: replacedAt(value[key], rest, by) } : value
}

/** Multipart that was cut, bent or given other names on its way. */
function bentBytes({ body, type }: NonNullable<Sample['raw']>): fc.Arbitrary<Body> {
  const text = body.toString('latin1')
  const renamed = (name: string): Body => ({
    type,
    bytes: Buffer.from(
      text.replace(/name="[^"]*"/, () => `name="${name}"`),
      'latin1',
    ),
  })
  const cut = fc
    .integer({ min: 0, max: body.length })
    .map((end): Body => ({ type, bytes: body.subarray(0, end) }))
  const flipped = fc
    .tuple(fc.nat({ max: body.length - 1 }), fc.nat({ max: 255 }))
    .map(([at, byte]): Body => ({
      type,
      bytes: Buffer.concat([body.subarray(0, at), Buffer.from([byte]), body.subarray(at + 1)]),
    }))
  const names = fc
    .constantFrom(
      '',
      '__proto__',
      'constructor',
      'report99',
      'reqProfile',
      'x'.repeat(5_000),
      '\0',
      '..',
      '"; filename="x',
      'report[]',
    )
    .map(renamed)
  const others = fc.constantFrom<Body>(
    { type: 'multipart/form-data; boundary=other', bytes: body },
    { type: type.replace('multipart/form-data', 'multipart/mixed'), bytes: body },
    { type, bytes: Buffer.concat([body, body]) },
    { type, bytes: Buffer.from(text.replace(/; filename="[^"]*"/, ''), 'latin1') },
    {
      type,
      bytes: Buffer.from(text.replace(/filename="[^"]*"/, 'filename="../../\0.svg"'), 'latin1'),
    },
    {
      type,
      bytes: Buffer.from(
        text.replace(
          /Content-Type: [^\r]*/,
          'Content-Type: image/svg+xml\r\nContent-Transfer-Encoding: base64',
        ),
        'latin1',
      ),
    },
  )
  return fc.oneof(cut, flipped, names, others)
}

/** The sample's body with a field or a place inside it spoiled, or something else altogether. */
function bodies(route: RouteDefinition, { body, raw }: Sample): fc.Arbitrary<Body> {
  const good: Body =
    raw === undefined
      ? body === undefined
        ? { type: undefined, bytes: undefined }
        : json(body)
      : { type: raw.type, bytes: raw.body }
  const text = JSON.stringify(body ?? {})
  const broken = fc.constantFrom(...brokenBodies(text))
  if (route.method === 'GET')
    return fc.oneof({ weight: 3, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: broken })
  if (raw !== undefined)
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(good) },
      { weight: 1, arbitrary: broken },
      { weight: 4, arbitrary: bentBytes(raw) },
    )
  const known = [
    ...new Set([...fieldsOf(route.request.body), ...(isRecord(body) ? Object.keys(body) : [])]),
  ]
  const places = placesIn(body)
  const anything = fc.oneof(
    nastyValue.map(json),
    fc.array(nastyValue, { maxLength: 5 }).map(json),
    fc.dictionary(fc.constantFrom('user', 'id', 'checkIns', 'a'), nastyValue).map(json),
  )
  const spoiled =
    known.length === 0
      ? anything
      : fc
          .uniqueArray(fc.tuple(fc.constantFrom(...known), nastyValue), {
            minLength: 1,
            maxLength: 3,
            selector: ([name]) => name,
          })
          .map((changes) =>
            json({ ...(isRecord(body) ? body : {}), ...Object.fromEntries(changes) }),
          )
  const spoiledInside =
    places.length === 0
      ? anything
      : fc
          .tuple(fc.constantFrom(...places), nastyValue)
          .map(([place, value]) => json(replacedAt(body, place, value)))
  const missing =
    known.length === 0
      ? anything
      : fc
          .subarray(known)
          .map((kept) =>
            json(
              Object.fromEntries(
                Object.entries(isRecord(body) ? body : {}).filter(([name]) => kept.includes(name)),
              ),
            ),
          )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(good) },
    { weight: 4, arbitrary: spoiled },
    { weight: 3, arbitrary: spoiledInside },
    { weight: 1, arbitrary: missing },
    { weight: 3, arbitrary: broken },
    { weight: 1, arbitrary: anything },
  )
}

const encoded = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80' // a lone surrogate has no UTF-8
  }
}
/** One segment of a path, as it stands on the wire. */
const RAW_SEGMENTS: readonly string[] = [
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%2e%2e',
  '..%2f..%2f',
  '%5c',
  '%20',
  '%0d%0aset-cookie:x',
  '.',
  ';',
  'a;b=c',
  '0',
  '-1',
  '1e3',
  '1.5',
  '0x10',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(60),
  'x'.repeat(199),
  'x'.repeat(201),
  'x'.repeat(5_000),
  'WLD_',
  'WLD_0',
  'WLD_999999999999999',
  'REQ_%00',
  '__proto__',
  'constructor',
  'undefined',
  '*',
  "'",
  '%22',
  'null',
]
const segments = fc.oneof(
  fc.constantFrom(...RAW_SEGMENTS),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map(encoded),
)

const RAW_QUERIES: readonly string[] = [
  '%',
  '%zz=1',
  'page=1&page=2',
  'page[]=1',
  '__proto__[x]=1',
  'a'.repeat(6_000),
  '=',
  '&&&',
  'page=%00',
  'q=%00',
  'q=%ff',
  'q=%ED%A0%80',
  'constructor=1&hasOwnProperty=2',
  Array.from({ length: 500 }, (_, index) => `p${index}=1`).join('&'),
]

function queries(route: RouteDefinition, { query = {} }: Sample): fc.Arbitrary<string> {
  const known = fieldsOf(route.request.query)
  const written = (values: Readonly<Record<string, string | number>>): string =>
    Object.entries(values)
      .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
      .join('&')
  const good = fc.constant(written(query))
  if (known.length === 0)
    return fc.oneof(
      { weight: 3, arbitrary: good },
      { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERIES) },
    )
  const value = fc.oneof(
    fc.constantFrom(...NASTY_TEXTS.filter((text) => text.length < 1_000)),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const spoiled = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...known), value), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((changes) => written({ ...query, ...Object.fromEntries(changes) }))
  const twice = fc
    .tuple(fc.constantFrom(...known), value, value)
    .map(([name, first, second]) => `${name}=${encoded(first)}&${name}=${encoded(second)}`)
  return fc.oneof(
    { weight: 2, arbitrary: good },
    { weight: 5, arbitrary: spoiled },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERIES) },
  )
}

const HEADER_VALUES: readonly string[] = [
  '',
  ' ',
  'null',
  '[]',
  'ÿþ',
  'Ã',
  '%00',
  ',,,',
  '"',
  'x'.repeat(3_000),
  '-1',
  '*',
  'bytes=9-1',
  'bytes=0-',
  'bytes=99999999999-',
  'utf-7',
  "' or 1=1 --",
  '12345²',
  Buffer.from('{"challenge":{}}').toString('base64'),
]
/** Headers that this or any server reads. */
const HEADER_NAMES: readonly string[] = [
  'accept',
  'accept-language',
  'user-agent',
  'range',
  'if-none-match',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'x-http-method-override',
  'x-request-id',
  'origin',
  'cookie',
  'x-proof-of-work',
  'accept-encoding',
  'content-encoding',
  'referer',
]
const AUTHORIZATIONS: readonly string[] = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'bearer ÿ',
  'Basic',
  'Basic !!!',
  'Basic Og==',
  `Basic ${Buffer.from('a@b.example:\0').toString('base64')}`,
  `Basic ${'A'.repeat(3_000)}`,
  'Digest x',
  `Bearer ${'x'.repeat(5_000)}`,
  'Bearer eyJhbGciOiJub25lIn0.e30.',
]

type Headers = Readonly<Record<string, string>>

function headers(route: RouteDefinition, { headers: good = {} }: Sample): fc.Arbitrary<Headers> {
  const names = [
    ...HEADER_NAMES,
    ...fieldsOf(route.request.headers).filter((name) => name !== 'authorization'),
  ]
  const value = fc.constantFrom(...HEADER_VALUES)
  const strange = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((changes): Headers => ({ ...good, ...Object.fromEntries(changes) }))
  const unknown = fc
    .constantFrom(...AUTHORIZATIONS)
    .map((authorization): Headers => ({ ...good, authorization }))
  const without = fc
    .subarray(Object.keys(good))
    .map((kept): Headers =>
      Object.fromEntries(Object.entries(good).filter(([name]) => kept.includes(name))),
    )
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(good) },
    { weight: 3, arbitrary: strange },
    { weight: 1, arbitrary: unknown },
    { weight: 1, arbitrary: without },
  )
}

/** The call with its path spoiled at times; everything else of it as drawn. */
export function badCalls(route: RouteDefinition, sample: Sample): fc.Arbitrary<RawCall> {
  const parameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const goodPath = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encoded(String(sample.params?.[name])),
  )
  const badPath = segments.map((segment) =>
    route.path.replaceAll(/:(\w+)/g, segment.replaceAll('$', '$$$$')),
  )
  const paths =
    parameters.length === 0
      ? fc.constant(goodPath)
      : fc.oneof({ weight: 2, arbitrary: fc.constant(goodPath) }, { weight: 1, arbitrary: badPath })
  return fc
    .tuple(paths, queries(route, sample), headers(route, sample), bodies(route, sample))
    .map(([path, query, named, { type, bytes }]) => ({
      method: route.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...named },
      body: bytes,
    }))
}
