/**
 * zod as this interface uses it: every `import 'zod'` of the renderer comes here (electron.vite.config.ts). The contract is
 * written with zod's methods, which bring formats, locales and JSON schemas that no page needs: two thirds of its bytes.
 * Here the same methods stand on zod/mini, so that the same core reads every value. `zod.test.ts` compares both on the
 * whole contract. Descriptions are for the page of the API, and are left out.
 */
import * as z from 'zod/mini'
import { _default as withDefault, catch as caught } from 'zod/mini'

// zod compiles validators with `new Function` unless told otherwise before the first schema is made, and the content
// security policy forbids that.
z.config({ jitless: true })

type Schema = z.core.$ZodType & {
  readonly type: string
  check(...checks: readonly object[]): Schema
}
type Params = string | { readonly error?: string }

const isNumber = (schema: Schema): boolean => schema.type === 'number'

const METHODS = {
  describe(this: Schema) {
    return this
  },
  meta(this: Schema) {
    return this
  },
  optional(this: Schema) {
    return z.optional(this)
  },
  nullable(this: Schema) {
    return z.nullable(this)
  },
  nullish(this: Schema) {
    return z.nullish(this)
  },
  default(this: Schema, value: never) {
    return withDefault(this, value)
  },
  catch(this: Schema, value: never) {
    return caught(this, value)
  },
  pipe(this: Schema, next: never) {
    return z.pipe(this, next)
  },
  transform(this: Schema, change: Change) {
    return z.pipe(this, transformed(change))
  },
  refine(this: Schema, ...test: Parameters<typeof z.refine>) {
    return this.check(z.refine(...test))
  },
  superRefine(this: Schema, ...test: Parameters<typeof z.superRefine>) {
    return this.check(z.superRefine(...test))
  },
  overwrite(this: Schema, change: Parameters<typeof z.overwrite>[0]) {
    return this.check(z.overwrite(change))
  },
  min(this: Schema, least: number, params?: Params) {
    return this.check(isNumber(this) ? z.gte(least, params) : z.minLength(least, params))
  },
  max(this: Schema, most: number, params?: Params) {
    return this.check(isNumber(this) ? z.lte(most, params) : z.maxLength(most, params))
  },
  length(this: Schema, length: number, params?: Params) {
    return this.check(z.length(length, params))
  },
  regex(this: Schema, ...pattern: Parameters<typeof z.regex>) {
    return this.check(z.regex(...pattern))
  },
  trim(this: Schema) {
    return this.check(z.trim())
  },
  toLowerCase(this: Schema) {
    return this.check(z.toLowerCase())
  },
  toUpperCase(this: Schema) {
    return this.check(z.toUpperCase())
  },
  int(this: Schema, params?: Parameters<typeof z.int>[0]) {
    return this.check(z.int(params))
  },
  positive(this: Schema, params?: Params) {
    return this.check(z.gt(0, params))
  },
  nonnegative(this: Schema, params?: Params) {
    return this.check(z.gte(0, params))
  },
  extend(this: z.ZodMiniObject, shape: never) {
    return z.extend(this, shape)
  },
  partial(this: z.ZodMiniObject) {
    return z.partial(this)
  },
  pick(this: z.ZodMiniObject, mask: never) {
    return z.pick(this, mask)
  },
}

for (const Kind of [
  z.ZodMiniAny,
  z.ZodMiniArray,
  z.ZodMiniBoolean,
  z.ZodMiniCatch,
  z.ZodMiniCustom,
  z.ZodMiniDefault,
  z.ZodMiniDiscriminatedUnion,
  z.ZodMiniEmail,
  z.ZodMiniEnum,
  z.ZodMiniISODate,
  z.ZodMiniISODateTime,
  z.ZodMiniLiteral,
  z.ZodMiniNull,
  z.ZodMiniNullable,
  z.ZodMiniNumber,
  z.ZodMiniNumberFormat,
  z.ZodMiniObject,
  z.ZodMiniOptional,
  z.ZodMiniPipe,
  z.ZodMiniRecord,
  z.ZodMiniString,
  z.ZodMiniTuple,
  z.ZodMiniURL,
  z.ZodMiniUUID,
  z.ZodMiniUnion,
  z.ZodMiniUnknown,
  z.ZodMiniVoid,
])
  Object.setPrototypeOf(Kind.prototype, METHODS)

type Context = z.core.ParsePayload & { addIssue(issue: Readonly<Record<string, unknown>>): void }
type Change = (value: unknown, context: Context) => unknown

/** zod/mini gives the payload alone, without `addIssue`. */
const transformed = (change: Change) =>
  z.transform((value, payload) =>
    change(
      value,
      Object.assign(payload, {
        addIssue: (issue: Readonly<Record<string, unknown>>) =>
          payload.issues.push({ input: value, ...issue } as never), // as: issues of code `custom` take any field
      }),
    ),
  )

export const preprocess = (change: Change, schema: Schema) => z.pipe(transformed(change), schema)

// By their whole names: taken out of `z.coerce` and `z.iso`, they would bring all that is in these.
export const coerce = { number: z.coerce.number }
export const iso = { date: z.iso.date, datetime: z.iso.datetime }
export {
  any,
  array,
  boolean,
  custom,
  discriminatedUnion,
  email,
  enum,
  int,
  literal,
  looseObject,
  NEVER,
  null,
  number,
  object,
  record,
  strictObject,
  string,
  tuple,
  union,
  unknown,
  url,
  uuid,
  void,
} from 'zod/mini'
