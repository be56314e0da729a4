import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { publicWords } from '#shared/domain/report/report-protection.ts'
import { PLACE_DETAILS, type PlaceDetail } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { FormPart } from '../report-form/form-parts.tsx'
import { protectionIn, REGION_MAX_CHARS } from './edit-form.ts'
import type { EditState } from './use-edit-report.ts'

/** What is withheld from the public. The words of the reporter stay unchanged. */
export function ProtectionFields({ edit }: { readonly edit: EditState }) {
  const { t } = useTranslation('reportWrite')
  const { form, faults, change } = edit
  return (
    <FormPart title={t('protect.title')} lead={t('protect.lead')}>
      <Checkbox
        label={t('field.redactVictim')}
        hint={t('protect.victimHint')}
        checked={form.redactVictim}
        onChange={({ target }) => change('redactVictim', target.checked)}
      />
      <Checkbox
        label={t('field.redactActor')}
        hint={t('protect.actorHint')}
        checked={form.redactActor}
        onChange={({ target }) => change('redactActor', target.checked)}
      />
      <SelectField
        label={t('field.placeDetail')}
        value={form.placeDetail}
        options={PLACE_DETAILS.map((detail) => ({ value: detail, label: t(`place.${detail}`) }))}
        onChange={({ target }) => change('placeDetail', target.value as PlaceDetail)} // the options are the details
      />
      {form.placeDetail === 'region' ? (
        <TextField
          label={t('field.region')}
          error={faults.region}
          required
          dir="auto"
          maxLength={REGION_MAX_CHARS}
          value={form.region}
          onChange={({ target }) => change('region', target.value)}
        />
      ) : (
        <Checkbox
          label={t('field.hideMapLink')}
          checked={form.hideMapLink || form.placeDetail !== 'city'}
          disabled={form.placeDetail !== 'city'}
          onChange={({ target }) => change('hideMapLink', target.checked)}
          className="sm:mt-7"
        />
      )}
      <TextArea
        label={t('field.hiddenWords')}
        hint={t('protect.wordsHint')}
        error={faults.hiddenWords}
        rows={3}
        dir="auto"
        value={form.hiddenWords}
        onChange={({ target }) => change('hiddenWords', target.value)}
        className="sm:col-span-2"
      />
      <PublicPreview edit={edit} />
    </FormPart>
  )
}

/** Computed by the same rule as the public page, so that staff see here a name that was overlooked. */
function PublicPreview({ edit: { form } }: { readonly edit: EditState }) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const words = publicWords(form, protectionIn(form))
  const place = [words.city, form.country === '' ? '' : format.country(form.country)]
    .filter((part) => part !== '')
    .join(' · ')
  const facts = [
    ['what', words.type],
    ['description', words.description],
    ['victim', words.victim],
    ['where', place],
    ['actorName', words.actorName],
    ['actor', words.actor],
    ['actorDesc', words.actorDesc],
  ] as const
  return (
    <details className="group rounded-md border border-line bg-surface sm:col-span-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-md px-4 py-2 font-semibold text-brand [&::-webkit-details-marker]:hidden">
        {t('protect.preview')}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="grid gap-2 border-t border-line p-4 text-sm">
        {facts.map(([key, text]) => (
          <div key={key} className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-muted">
              {t(key === 'what' ? 'field.type' : key === 'where' ? 'part.where' : `field.${key}`)}
            </dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text === '' ? t('conflict.nothing') : text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
