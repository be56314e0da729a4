import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { INCIDENT_DAY_FIRST, REPORT_CATEGORIES } from '#shared/domain/report/report-rules.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { useReportType } from '../../ui/use-report-type.ts'
import { BELOW_HEADING, FormPart } from './form-parts.tsx'
import {
  LINE_MAX_CHARS,
  PARAGRAPH_MAX_CHARS,
  today,
  type ReportWords,
  type UnsaidField,
  type WordField,
} from './report-form.ts'

interface CountryChoiceProps {
  readonly label: string
  readonly error: string | undefined
  readonly required: true
  readonly value: string
  readonly onChange: (code: string) => void
}

export interface ReportFieldsProps {
  /** The list that is searched is longer than the rest of the form together; witnesses get a plain one. */
  readonly CountryChoice: ComponentType<CountryChoiceProps>
  readonly words: ReportWords
  /** Shown beside the field. */
  readonly faults: Readonly<Partial<Record<WordField, string>>>
  readonly onChange: (field: WordField, text: string) => void
  /** Staff know what each field is for; a first-time reporter does not. */
  readonly hints: boolean
  /** Fields that are ticked as not known. Staff, who edit what was sent, have no ticks. */
  readonly unsaid?: readonly UnsaidField[]
  readonly onUnsaid?: (field: UnsaidField, isUnsaid: boolean) => void
  /** Of a witness: these fields are left blank where they are not known, without a tick. */
  readonly mayBeBlank?: boolean
  readonly heading?: 'h2' | 'h3'
  /** Of a report that exists: its category may be in another language than the reader's. */
  readonly filed?: FiledType
}

type FiledType = Pick<Report, 'type' | 'category'>

/** The other fields are explained by their names. */
type Hinted = Exclude<WordField, 'type' | 'country' | 'city'>

const OTHER = 'other'

/** One form for those who see it whole; a member fills it in step by step (`features/reports/filing`). */
export function ReportFields(props: ReportFieldsProps) {
  const { t } = useTranslation('reportWrite')
  const { heading = 'h3' } = props
  return (
    <>
      <FormPart title={t('part.what')} heading={heading}>
        <WhatFields {...props} />
        <DayField {...props} />
      </FormPart>
      <FormPart title={t('part.where')} heading={heading}>
        <WhereFields {...props} />
      </FormPart>
      <FormPart
        title={t('part.who')}
        heading={heading}
        {...(props.mayBeBlank === true && { lead: t('unsaid.blank') })}
      >
        <WhoFields {...props} />
      </FormPart>
    </>
  )
}

const LINE = { dir: 'auto', autoComplete: 'off', maxLength: LINE_MAX_CHARS } as const
const PARAGRAPH = { dir: 'auto', maxChars: PARAGRAPH_MAX_CHARS } as const

function useFieldProps({
  words,
  faults,
  onChange,
  hints,
  unsaid = [],
  onUnsaid,
  mayBeBlank = false,
}: ReportFieldsProps) {
  const { t } = useTranslation('reportWrite')
  const field = (name: WordField) => ({
    name,
    label: t(`field.${name}`, BELOW_HEADING),
    error: faults[name],
    required: true,
    value: words[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(name, target.value),
  })
  const hinted = (name: Hinted) => ({
    ...field(name),
    hint: hints || name === 'actorAccount' ? t(`hint.${name}`) : undefined,
  })
  const isUnsaid = (name: UnsaidField): boolean => unsaid.includes(name)
  /** Typed text is kept while the tick is set, and returns without it. */
  const known = (name: UnsaidField) =>
    isUnsaid(name)
      ? {
          ...hinted(name),
          required: false,
          disabled: true,
          value: name === 'googleMapLink' ? '' : t('unsaid.value'),
        }
      : { ...hinted(name), required: !mayBeBlank }
  const tick = (name: UnsaidField): ReactNode =>
    onUnsaid !== undefined && (
      <Checkbox
        label={
          <>
            {t(name === 'googleMapLink' ? 'unsaid.noLink' : 'unsaid.unknown')}
            <span className="sr-only"> ({t(`field.${name}`, BELOW_HEADING)})</span>
          </>
        }
        hint={name === 'googleMapLink' && isUnsaid(name) ? t('unsaid.noLinkHint') : undefined}
        checked={isUnsaid(name)}
        onChange={({ target }) => onUnsaid(name, target.checked)}
      />
    )
  return { field, hinted, known, tick }
}

export function WhatFields(props: ReportFieldsProps) {
  const { hinted } = useFieldProps(props)
  const { words, filed, faults, onChange } = props
  return (
    <>
      <TypeField
        words={words}
        filed={filed}
        error={faults.type}
        onChange={(text) => onChange('type', text)}
      />
      <TextArea {...hinted('description')} {...PARAGRAPH} rows={6} className="sm:col-span-2" />
      <TextField {...hinted('victim')} {...LINE} className="sm:col-span-2" />
    </>
  )
}

export function DayField(props: ReportFieldsProps) {
  const { hinted } = useFieldProps(props)
  return (
    <TextField
      {...hinted('incidentDate')}
      required={false}
      type="date"
      min={INCIDENT_DAY_FIRST}
      max={today()}
    />
  )
}

export function WhereFields(props: ReportFieldsProps) {
  const { t } = useTranslation('reportWrite')
  const { field, known, tick } = useFieldProps(props)
  const { CountryChoice, words, faults, onChange } = props
  return (
    <>
      <CountryChoice
        label={t('field.country')}
        error={faults.country}
        required
        value={words.country}
        onChange={(code) => onChange('country', code)}
      />
      <TextField {...field('city')} {...LINE} />
      <div className="field-place grid grid-cols-1 sm:col-span-2">
        <TextField
          {...known('googleMapLink')}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
        />
        {tick('googleMapLink')}
      </div>
    </>
  )
}

const WHO_FIELDS = ['actor', 'actorName', 'actorDesc', 'actorAccount'] as const

export function WhoFields(props: ReportFieldsProps) {
  const { t } = useTranslation('reportWrite')
  const { known, tick } = useFieldProps(props)
  const { unsaid = [], onUnsaid } = props
  // Only by its own tick: the fields must not vanish under the finger that ticks the last of them.
  const [isFolded, setFolded] = useState(() => WHO_FIELDS.every((field) => unsaid.includes(field)))
  return (
    <>
      {onUnsaid !== undefined && (
        <Checkbox
          label={t('unsaid.nothing')}
          checked={isFolded}
          onChange={({ target }) => {
            setFolded(target.checked)
            for (const field of WHO_FIELDS) onUnsaid(field, target.checked)
          }}
          className="sm:col-span-2"
        />
      )}
      {!isFolded && (
        <>
          <div className="field-place grid grid-cols-1">
            <TextField {...known('actor')} {...LINE} />
            {tick('actor')}
          </div>
          <div className="field-place grid grid-cols-1">
            <TextField {...known('actorName')} {...LINE} />
            {tick('actorName')}
          </div>
          <div className="field-place grid grid-cols-1 sm:col-span-2">
            <TextArea {...known('actorDesc')} {...PARAGRAPH} rows={3} />
            {tick('actorDesc')}
          </div>
          <div className="field-place grid grid-cols-1 sm:col-span-2">
            <TextField {...known('actorAccount')} {...LINE} />
            {tick('actorAccount')}
          </div>
        </>
      )}
    </>
  )
}

interface TypeFieldProps {
  readonly words: ReportWords
  readonly filed: FiledType | undefined
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

/** The five categories of the association in the reader's language, or free text. */
function TypeField({ words: { type }, filed, error, onChange }: TypeFieldProps) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const typeName = useReportType()
  const titles = REPORT_CATEGORIES.map((category) => t(`reports:accepted.${category}.title`))
  // A blank stands for "in my own words": it is no type yet, but it is a choice.
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
        options={[
          { value: '', label: t('type.choose') },
          ...titles.map((title) => ({ value: title, label: title })),
          { value: OTHER, label: t('type.other') },
        ]}
        onChange={({ target }) =>
          onChange(
            target.value === OTHER
              ? ' '
              : filed !== undefined && target.value === filedTitle
                ? filed.type
                : target.value,
          )
        }
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
