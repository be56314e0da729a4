import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changeReceiptSettings, type Settings } from '#shared/contract/settings.ts'
import {
  ARTICLE_NAMES,
  RECEIPT_TEXT_NAMES,
  RECEIPT_TEXTS,
  TAX_ARTICLES,
} from '#shared/domain/receipts/tax-receipt.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { Auto } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { anchorOf } from './sections.ts'
import { LastChange, SettingsForm, useEditing } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

interface ReceiptsProps {
  readonly receipts: Settings['receipts']
}

/** Whether tax receipts are issued, and what stands on them; off until the association says that it may. */
export function ReceiptsSection({ receipts }: ReceiptsProps) {
  const { t } = useTranslation('taxReceipts')
  const { editing, close, button } = useEditing(t('settings.edit'))
  return (
    <FoldedSection
      anchor={anchorOf('receipts')}
      title={t('settings.title')}
      value={t(receipts.on ? 'settings.isOn' : 'settings.isOff')}
      lead={t('settings.lead')}
      actions={button}
    >
      <div className="grid gap-4">
        <Notice tone="warning" title={t('settings.warning.title')}>
          {t('settings.warning.text')}
        </Notice>
        {editing ? (
          <ReceiptsForm receipts={receipts} onClose={close} />
        ) : (
          <Values receipts={receipts} />
        )}
        <LastChange {...receipts} />
      </div>
    </FoldedSection>
  )
}

function Values({ receipts }: ReceiptsProps) {
  const { t } = useTranslation('taxReceipts')
  return (
    receipts.on && (
      <Facts
        items={[
          ...RECEIPT_TEXT_NAMES.map((name) => ({
            label: t(`settings.fields.${name}`),
            value: <Auto>{receipts[name]}</Auto>,
          })),
          {
            label: t('settings.articles'),
            value: receipts.articles.map((article) => ARTICLE_NAMES[article]).join(', '),
          },
        ]}
      />
    )
  )
}

/** What the server finds missing of who publishes the site has no field here. */
const OF_ASSOCIATION = ['name', 'seat', 'register'] as const

const missingOf = (failure: CallFailure | undefined): readonly string[] =>
  (failure?.problem?.fields ?? []).map(({ path }) => path.replace('body.', ''))

function ReceiptsForm({ receipts, onClose }: ReceiptsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['taxReceipts', 'staffSettings'])
  const { register, handleSubmit } = useForm({
    defaultValues: {
      on: receipts.on,
      articles: [...receipts.articles],
      ...Object.fromEntries(RECEIPT_TEXT_NAMES.map((name) => [name, receipts[name]])),
    } as Pick<Settings['receipts'], 'on' | 'articles' | (typeof RECEIPT_TEXT_NAMES)[number]>, // one entry a name
  })
  const { change, dialog } = useChange(t('settings.title'))
  const missing = missingOf(change.failure)
  const faultOf = (name: string): string | undefined =>
    missing.includes(name) ? t(`settings.missing.${name}`) : undefined
  const ofAssociation = OF_ASSOCIATION.filter((name) => missing.includes(name))
  const submit = handleSubmit(async (typed) => {
    const body = { ...typed, revision: receipts.revision }
    const saved = await change.run(() => ask(changeReceiptSettings, { body }))
    if (saved?.value !== undefined) onClose()
  })
  return (
    <SettingsForm change={change} dialog={dialog} onSubmit={submit} onClose={onClose}>
      <Checkbox {...register('on')} label={t('settings.on')} hint={t('settings.onHint')} />
      {RECEIPT_TEXT_NAMES.map((name) => (
        <TextField
          key={name}
          {...register(name)}
          label={t(`settings.fields.${name}`)}
          hint={t(`settings.hints.${name}`)}
          error={faultOf(name)}
          dir="auto"
          maxLength={RECEIPT_TEXTS[name]}
          autoComplete="off"
        />
      ))}
      <fieldset aria-describedby={faultOf('articles') && 'receipt-articles'}>
        <legend className="font-semibold">{t('settings.articles')}</legend>
        {TAX_ARTICLES.map((article) => (
          <Checkbox
            key={article}
            {...register('articles')}
            value={article}
            label={t(`settings.article.${article}`)}
          />
        ))}
        <p id="receipt-articles" className="text-sm font-semibold text-danger">
          {faultOf('articles')}
        </p>
      </fieldset>
      {ofAssociation.length > 0 && (
        <Notice tone="danger" title={t('settings.association')}>
          <ul className="list-disc ps-5">
            {ofAssociation.map((name) => (
              <li key={name}>{t(`settings.ofAssociation.${name}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </SettingsForm>
  )
}
