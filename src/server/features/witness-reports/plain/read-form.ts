/** Reads a form of the pages without scripts: fields first, then its files one after the other. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createWitnessReport } from '#shared/contract/witness-reports.ts'
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import { unstorableFields } from '../../../http/storable-text.ts'
import { originalName } from '../../../parts/files/original-name.ts'
import type { NewWitnessReport } from '../file-report.ts'
import type { Texts } from './texts.ts'

const NAMES = [
  'lang',
  'key',
  'type',
  'ownType',
  'country',
  'city',
  'googleMapLink',
  'description',
  'actor',
  'actorName',
  'actorDesc',
  'actorAccount',
  'victim',
  'incidentDate',
  'act',
  'receipt',
  'seen',
  'text',
  'sure',
  'about',
] as const
type FieldName = (typeof NAMES)[number]
export type FormFields = Readonly<Partial<Record<FieldName, string>>>
export type FormFaults = Readonly<Record<string, string | undefined>>

const isName = (name: string): name is FieldName => NAMES.some((known) => known === name)

/** A file, with the fields that came before it. */
export interface FormFile {
  /** Said back to its sender, and not kept. */
  readonly name: string
  readonly file: MultipartFile['file']
  readonly about: string
}

/**
 * Calls `onFile` for each file that was chosen, after all fields of the form: the forms have their
 * files last. Returns the fields, or undefined where the body is no such form.
 */
export async function readForm(
  request: FastifyRequest,
  onFile: (file: FormFile, fields: FormFields) => Promise<void>,
): Promise<FormFields | undefined> {
  if (!request.isMultipart()) return undefined
  const fields: Partial<Record<FieldName, string>> = {}
  try {
    for await (const part of request.parts() as AsyncIterable<Multipart>) {
      if (part.type === 'field') {
        if (isName(part.fieldname) && typeof part.value === 'string')
          // Browsers send each line end as two characters.
          fields[part.fieldname] = part.value.replaceAll('\r\n', '\n')
        continue
      }
      // A browser sends an empty part for a field without a file.
      if ((part.filename as string | undefined) ?? '')
        await onFile(
          { name: originalName(part.filename), file: part.file, about: fields.about ?? '' },
          fields,
        )
      part.file.resume()
    }
  } catch {
    return undefined // too many parts, or the connection broke
  }
  return fields
}

type Reading =
  | { readonly ok: true; readonly body: NewWitnessReport }
  | { readonly ok: false; readonly faults: FormFaults }

/** The body of the call, by its own schema. */
export function readReportForm(fields: FormFields, texts: Texts): Reading {
  const said = (name: FieldName): string => (fields[name] ?? '').trim()
  const body = {
    type: said('ownType') || said('type'),
    country: countryNameInEnglish(said('country')),
    city: said('city'),
    googleMapLink: said('googleMapLink'),
    description: said('description'),
    actor: said('actor'),
    actorName: said('actorName'),
    actorDesc: said('actorDesc'),
    actorAccount: said('actorAccount'),
    victim: said('victim'),
    ...(said('incidentDate') !== '' && { incidentDate: said('incidentDate') }),
    key: said('key'),
  }
  const { fault } = texts.fields
  const words: Readonly<Record<string, string>> = fault.missing
  const missing = (name: string): string => words[name] ?? fault.missing.description
  const unstorable = unstorableFields(body, 'body', new Set())
  if (unstorable.length > 0)
    return {
      ok: false,
      faults: Object.fromEntries(
        unstorable.map(({ path }) => path.slice(5)).map((name) => [name, missing(name)]),
      ),
    }
  const parsed = createWitnessReport.request.body.safeParse(body)
  if (parsed.success) return { ok: true, body: parsed.data }
  return {
    ok: false,
    faults: Object.fromEntries(
      parsed.error.issues.map(({ path, code }) => {
        const name = String(path[0])
        if (name === 'googleMapLink') return [name, fault.link]
        if (name === 'incidentDate') return [name, fault.day]
        return [name, code === 'too_big' ? fault.tooLong : missing(name)]
      }),
    ),
  }
}
