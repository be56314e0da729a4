import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { REPORT_CATEGORIES } from '#shared/domain/report-rules.ts'
import { CountryField } from '../../../ui/country-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { SelectField, TextField } from '../../../ui/text-field.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { FormPart } from './form-part.tsx'
import { LINE_MAX_CHARS, PARAGRAPH_MAX_CHARS, type ReportWords, type WordField } from './report-form.ts'

export interface ReportFieldsProps {
  readonly words: ReportWords
  /** Said beside the field. */
  readonly faults: Readonly<Partial<Record<WordField, string>>>
  readonly onChange: (field: WordField, text: string) => void
  /** Staff know what each field is for; who files a report for the first time does not. */
  readonly hints: boolean
  /** Of a report that exists: it may name its category in another language than the reader’s. */
  readonly filed?: FiledType
}

type FiledType = Pick<Report, 'type' | 'category'>

/** The others say it all by their name. */
type Hinted = Exclude<WordField, 'type' | 'country' | 'city'>

const OTHER = 'other'

export function ReportFields({ words, faults, onChange, hints, filed }: ReportFieldsProps) {
  const { t } = useTranslation('reportWrite')
  const field = (name: WordField) => ({
    name,
    label: t(`field.${name}`),
    error: faults[name],
    required: true,
    value: words[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(name, target.value),
  })
  const hinted = (name: Hinted) => ({ ...field(name), hint: hints || name === 'actorAccount' ? t(`hint.${name}`) : undefined })
  const line = { dir: 'auto', autoComplete: 'off', maxLength: LINE_MAX_CHARS } as const
  const paragraph = { dir: 'auto', maxChars: PARAGRAPH_MAX_CHARS } as const
  return (
    <>
      <FormPart title={t('part.what')}>
        <TypeField words={words} filed={filed} error={faults.type} onChange={(text) => onChange('type', text)} />
        <TextArea {...hinted('description')} {...paragraph} rows={6} className="sm:col-span-2" />
        <TextField {...hinted('victim')} {...line} className="sm:col-span-2" />
      </FormPart>
      <FormPart title={t('part.where')}>
        <CountryField label={t('field.country')} error={faults.country} required value={words.country} onChange={(code) => onChange('country', code)} />
        <TextField {...field('city')} {...line} />
        <TextField {...hinted('googleMapLink')} dir="ltr" inputMode="url" autoComplete="off" spellCheck={false} placeholder="https://" className="sm:col-span-2" />
      </FormPart>
      <FormPart title={t('part.who')}>
        <TextField {...hinted('actor')} {...line} />
        <TextField {...hinted('actorName')} {...line} />
        <TextArea {...hinted('actorDesc')} {...paragraph} rows={3} className="sm:col-span-2" />
        <TextField {...hinted('actorAccount')} {...line} className="sm:col-span-2" />
      </FormPart>
    </>
  )
}

interface TypeFieldProps {
  readonly words: ReportWords
  readonly filed: FiledType | undefined
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

/** The five categories of the association in the reader's language, or words of one's own. */
function TypeField({ words: { type }, filed, error, onChange }: TypeFieldProps) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const typeName = useReportType()
  const titles = REPORT_CATEGORIES.map((category) => t(`reports:accepted.${category}.title`))
  // A blank stands for "in my own words": it is no type yet, and neither is it nothing chosen.
  const filedTitle = filed && typeName(filed)
  const known = filedTitle !== undefined && filed?.type === type ? filedTitle : type
  const choice = type === '' ? '' : titles.includes(known) ? known : OTHER
  return (
    <>
      <SelectField
        label={t('field.type')}
        error={choice === OTHER ? undefined : error}
        required
        value={choice}
        options={[{ value: '', label: t('type.choose') }, ...titles.map((title) => ({ value: title, label: title })), { value: OTHER, label: t('type.other') }]}
        onChange={({ target }) => onChange(target.value === OTHER ? ' ' : filed !== undefined && target.value === filedTitle ? filed.type : target.value)}
        className="sm:col-span-2"
      />
      {choice === OTHER && (
        <TextField
          label={t('type.own')}
          error={error}
          required
          dir="auto"
          autoComplete="off"
          maxLength={LINE_MAX_CHARS}
          value={type.trimStart()}
          onChange={({ target }) => onChange(target.value === '' ? ' ' : target.value)}
          className="sm:col-span-2"
        />
      )}
    </>
  )
}
