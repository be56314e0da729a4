import addFormats from 'ajv-formats'
/**
 * The API against its own document, as a fuzzer of others would hold it: fast-check makes the values, Ajv judges both sides.
 * The contract and its schemas in the code are not looked at.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { RouteId } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { castPlayer, type Player } from '#tests/security/cast.ts'
import { createSender, type RawReply } from '#tests/security/send.ts'
import { sampleFor, spendsCaller, type Sample } from '#tests/support/bodies.ts'
import { hasRandomSeed } from '#tests/support/property-seed.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { bodiesNear, spoiltOf, valueOf, type Schema, type Spoilt } from './schema-values.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** How many calls of a route a caller makes of each kind: with values that fit, and with values that do not. */
const CALLS = hasRandomSeed ? 40 : 12
const CALLERS = ['anonymous', 'member', 'admin'] as const
const JSON_TYPE = 'application/json'

/** A refusal may change these: who asked what and how often. A challenge is used up by a wrong answer to it. */
const MAY_CHANGE = /^(?:audit|quota|throttle|sqlite_|kysely_|touched$|factor_challenges$)/

describe('the API by its document', () => {
  const { server, run } = suiteServer({ engine: 'sqlite' }, async () => ({
    env: { LIMITS_SCALE: '10000', ...(await walletEnv()) },
  }))

  run('replies as it says, refuses what it does not take, and writes nothing then', async () => {
    const sender = createSender(server.url)
    const { db } = server.deps.database
    const document = (await (await fetch(`${server.url}/api/docs.json`)).json()) as ApiDocument // judged by Redocly
    const { schemas } = document.components
    const ajv = new Ajv2020({ strict: false, validateFormats: true })
    addFormats(ajv)
    ajv.addSchema(document, 'api')
    /** The reference of a schema in the document, which Ajv compiles once. */
    const judges = new Map<string, ValidateFunction>()
    const judge = (...path: string[]): ValidateFunction => {
      const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
      const known = judges.get(pointer) ?? ajv.compile({ $ref: `api#/${encodeURI(pointer)}` })
      judges.set(pointer, known)
      return known
    }

    await sql`create table touched (name text not null)`.execute(db)
    const tables = await sql<{
      name: string
    }>`select name from pragma_table_list where schema = 'main' and type = 'table'`.execute(db)
    for (const { name } of tables.rows.filter((table) => !MAY_CHANGE.test(table.name)))
      for (const act of ['insert', 'update', 'delete'])
        await sql
          .raw(
            `create trigger "touched_${name}_${act}" after ${act} on "${name}" begin insert into touched values ('${act} ${name}'); end`,
          )
          .execute(db)
    const takeTouched = async (): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`select distinct name from touched`.execute(db)
      await sql`delete from touched`.execute(db)
      return rows.map(({ name }) => name)
    }

    function faultsOf(
      where: readonly string[],
      operation: Operation,
      reply: RawReply,
      outside: readonly string[] | undefined,
    ): string[] {
      const { status, headers, text } = reply
      if (status >= 500) return [`a fault of the server: ${status}`]
      const documented = operation.responses[String(status)]
      if (documented === undefined) return [`status ${status} is not documented`]
      if (where.at(-1) === 'head' || status === 304) return []
      const faults: string[] = []
      const content = documented.content ?? {}
      if (text === '' && content[JSON_TYPE] !== undefined) return [`${status} is empty`]
      const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? ''
      if (Object.keys(content).length === 0 ? text !== '' : content[type] === undefined)
        faults.push(`${status} is ${type || 'without a type'}, not ${Object.keys(content).join()}`)
      else if (/[/+]json$/.test(type) && content[type]?.schema !== undefined) {
        const fits = judge(...where, 'responses', String(status), 'content', type, 'schema')
        if (!fits(JSON.parse(text)))
          faults.push(`${status} does not fit: ${ajv.errorsText(fits.errors)}`)
      }
      if (status === 422 && text.includes('"invalid"')) {
        const { fields = [] } = JSON.parse(text) as { fields?: { path: string }[] } // fits, or is a fault above
        if (fields.length === 0) faults.push('a refusal names no field')
        else if (
          outside !== undefined &&
          !fields.some(({ path }) => path.startsWith(outside.slice(0, 2).join('.'))) &&
          // A body that may be one thing or another is refused as a whole.
          operation.requestBody?.content?.[JSON_TYPE]?.schema?.anyOf === undefined
        )
          faults.push(
            `${outside.join('.')} is wrong, and ${fields.map(({ path }) => path).join()} named`,
          )
      }
      if (outside !== undefined && status < 300) faults.push(`${outside.join('.')} is taken`)
      return faults
    }

    const found = new Map<string, string>()
    let [calls, taken] = [0, 0]
    async function attempt(
      [path, method, operation]: readonly [string, string, Operation],
      player: Player,
      sample: Sample,
      wish: { query: Record<string, unknown>; body: unknown; outside?: readonly string[] },
    ): Promise<void> {
      const { bearer } =
        spendsCaller(operation.operationId as RouteId) && player.kind !== 'ticket'
          ? await castPlayer(server.deps, player.kind)
          : player
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(sample.params?.[name] ?? '1')),
      )
      const search = new URLSearchParams(
        Object.entries(wish.query).flatMap(([name, value]) =>
          value === undefined
            ? []
            : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
        ),
      ).toString()
      await takeTouched()
      const before = server.logLines.length
      const reply = await sender.send({
        method: method.toUpperCase(),
        path: search === '' ? filled : `${filled}?${search}`,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...sample.headers,
          ...(wish.body !== undefined && { 'content-type': JSON_TYPE }),
        },
        body: wish.body === undefined ? undefined : JSON.stringify(wish.body),
      })
      calls += 1
      if (reply.status < 300) taken += 1
      const faults = faultsOf(['paths', path, method], operation, reply, wish.outside)
      const touched = reply.status >= 400 ? await takeTouched() : []
      if (touched.length > 0) faults.push(`${reply.status} wrote: ${touched.join(', ')}`)
      // The rows of some samples have no file: that is said to the operator.
      if (
        !reply.text.includes('"file-damaged"') &&
        server.logLines.slice(before).some((line) => /"level":(?:50|60)/.test(line))
      )
        faults.push('the log has a fault')
      for (const fault of faults) {
        const key = `${operation.operationId} (${player.kind}): ${fault.slice(0, 300)}`
        if (!found.has(key))
          found.set(
            key,
            `${search.slice(0, 200)} ${JSON.stringify(wish.body)?.slice(0, 300) ?? ''} => ${reply.text.slice(0, 300)}`,
          )
      }
    }

    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId, parameters = [], requestBody } = operation
        const bodySchema = requestBody?.content?.[JSON_TYPE]?.schema
        const querySchema: Schema = {
          type: 'object',
          properties: Object.fromEntries(
            parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
          ),
          required: parameters
            .filter((one) => one.in === 'query' && one.required === true)
            .map(({ name }) => name),
        }
        const fitsBody =
          bodySchema && judge('paths', path, method, 'requestBody', 'content', JSON_TYPE, 'schema')
        for (const kind of CALLERS) {
          // What an administrator set would close other operations.
          await db.deleteFrom('settings').execute()
          const player = await castPlayer(server.deps, kind)
          const { id: targetId } = await buildMember(server.deps)
          const sample = await sampleFor(operationId as RouteId, { server, player, targetId })
          const query = { ...sample.query }
          if (bodySchema !== undefined && fitsBody !== undefined) {
            for (const body of fc.sample(bodiesNear(sample.body, bodySchema, schemas), CALLS))
              if (fitsBody(body))
                await attempt([path, method, operation], player, sample, { query, body })
            const spoilt = spoiltOf(sample.body, bodySchema, schemas).filter(
              ({ value }) => value !== undefined && !fitsBody(value),
            )
            if (spoilt.length > 0)
              for (const { value, at } of fc.sample(fc.constantFrom<Spoilt[]>(...spoilt), CALLS))
                await attempt([path, method, operation], player, sample, {
                  query,
                  body: value,
                  outside: ['body', ...at],
                })
          }
          if (Object.keys(querySchema.properties ?? {}).length === 0) continue
          const { body } = sample
          for (const made of fc.sample(valueOf(querySchema, schemas), CALLS))
            await attempt([path, method, operation], player, sample, {
              query: made as Record<string, unknown>, // an object by its schema
              body,
            })
          for (const { value } of fc.sample(
            fc.constantFrom<Spoilt[]>(...spoiltOf(query, querySchema, schemas)),
            CALLS,
          ))
            await attempt([path, method, operation], player, sample, {
              query: (value ?? {}) as Record<string, unknown>,
              body,
            })
        }
      }
    sender.close()
    expect((await fetch(`${server.url}/api/docs.json`)).status).toBe(200)
    expect({ calls, taken }).toEqual({
      calls: expect.toSatisfy((n) => n > 8_000),
      taken: expect.toSatisfy((n) => n > 1_000),
    })
    expect([...found].map(([fault, call]) => `${fault}\n    ${call}`)).toEqual([])
  })
})
