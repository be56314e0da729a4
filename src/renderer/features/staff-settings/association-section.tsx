import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { changeAssociationSettings, type Settings } from '#shared/contract/settings.ts'
import {
  type Association,
  ASSOCIATION_TEXT_NAMES,
  ASSOCIATION_TEXTS,
  type AssociationText,
  CURRENCIES,
  isEmailText,
  isPhoneText,
  isRna,
  isSiren,
  isWebAddress,
  type OpenIdentityItem,
  openIdentity,
  SOCIAL_NETWORKS,
} from '#shared/domain/association.ts'
import { aboutQuery } from '../../platform/calls/about-query.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Email } from '../../ui/bidi.tsx'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { FactGroup } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { anchorOf } from './sections.ts'
import { LastChange, SettingsForm, useEditing } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

/** The parts of the form, in the words of the legal notice. */
const PARTS = [
  {
    id: 'publisher',
    names: ['name', 'legalForm', 'seat', 'phone', 'email', 'rna', 'siren', 'director'],
  },
  { id: 'host', names: ['hostName', 'hostAddress', 'hostPhone'] },
  { id: 'privacy', names: ['privacyContact', 'dataOfficer', 'noDataOfficer'] },
  { id: 'networks', names: SOCIAL_NETWORKS },
] as const satisfies readonly { readonly id: string; readonly names: readonly AssociationText[] }[]

/** The same rules as on the server. */
const RULES = {
  phone: isPhoneText,
  hostPhone: isPhoneText,
  email: isEmailText,
  rna: isRna,
  siren: isSiren,
  facebook: isWebAddress,
  x: isWebAddress,
  instagram: isWebAddress,
  tiktok: isWebAddress,
} as const satisfies Partial<Record<AssociationText, (text: string) => boolean>>
type Ruled = keyof typeof RULES
const isRuled = (name: AssociationText): name is Ruled => Object.hasOwn(RULES, name)

const HINTED = [
  'legalForm',
  'seat',
  'email',
  'rna',
  'siren',
  'director',
  'privacyContact',
  'dataOfficer',
  'noDataOfficer',
] as const
type HintedText = (typeof HINTED)[number]
const isHinted = (name: AssociationText): name is HintedText => HINTED.some((one) => one === name)
const isNetwork = (name: AssociationText): boolean => SOCIAL_NETWORKS.some((one) => one === name)

/** Who publishes the site. Nothing is compulsory here: what is missing is named. */
export function AssociationSection({
  association,
}: {
  readonly association: Settings['association']
}) {
  const { t } = useTranslation('association')
  const { editing, close, button } = useEditing(t('settings.edit'))
  return (
    <Section
      anchor={anchorOf('association')}
      title={t('settings.title')}
      lead={t('settings.lead')}
      actions={button}
    >
      <div className="grid gap-4">
        <OpenItems association={association.value} />
        {editing ? (
          <AssociationForm association={association} onClose={close} />
        ) : (
          <Values association={association.value} />
        )}
        <LastChange {...association} />
      </div>
    </Section>
  )
}

function OpenItems({ association }: { readonly association: Association }) {
  const { t } = useTranslation('association')
  const label = ({ item }: OpenIdentityItem): string =>
    item === 'register' || item === 'officer' ? t(`items.${item}`) : t(`fields.${item}`)
  const open = openIdentity(association)
  return (['missing', 'example'] as const).map((wanted) => {
    const items = open.filter(({ state }) => state === wanted)
    if (items.length === 0) return null
    return (
      <Notice
        key={wanted}
        tone="warning"
        title={t(wanted === 'missing' ? 'settings.open' : 'settings.examples')}
      >
        {items.map(label).join(' · ')}
      </Notice>
    )
  })
}

function Values({ association }: { readonly association: Association }) {
  const { t } = useTranslation('association')
  return (
    <div className="grid divide-y divide-line">
      {PARTS.map(({ id, names }) => {
        const filled = names.filter((name) => association[name] !== '')
        if (filled.length === 0) return null
        return (
          <FactGroup
            key={id}
            beside
            title={t(id)}
            items={filled.map((name) => ({
              label: t(`fields.${name}`),
              value: isEmailText(association[name]) ? (
                <Email address={association[name]} />
              ) : (
                <Auto>{association[name]}</Auto>
              ),
              wide: isNetwork(name) || 'phone', // addresses and emails
            }))}
          />
        )
      })}
      <FactGroup
        beside
        title={t('money')}
        items={[{ label: t('fields.currency'), value: t(`currencies.${association.currency}`) }]}
      />
      <p className="pt-4">
        <Link
          to="/legal"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('settings.see')}
        </Link>
      </p>
    </div>
  )
}

function AssociationForm({
  association,
  onClose,
}: {
  readonly association: Settings['association']
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['association', 'staffSettings', 'ui'])
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<Association>({ defaultValues: association.value })
  const show = useFormProblems(setError, [...ASSOCIATION_TEXT_NAMES, 'currency'])
  const { change, dialog } = useChange(t('settings.title'))
  const submit = handleSubmit(async (typed) => {
    const body = { ...typed, revision: association.revision }
    const saved = await change.run(async () => {
      try {
        return await ask(changeAssociationSettings, { body })
      } catch (failure) {
        if (failure instanceof CallFailure) show(failure)
        throw failure
      }
    })
    if (saved?.value === undefined) return
    void queryClient.invalidateQueries(aboutQuery)
    onClose()
  })
  const validate = (name: AssociationText) => (text: string) =>
    !isRuled(name) ||
    text.trim() === '' ||
    RULES[name](text.trim()) ||
    t(`ui:faultsOf.${name}.custom`)
  return (
    <SettingsForm change={change} dialog={dialog} onSubmit={submit} onClose={onClose}>
      {PARTS.map(({ id, names }) => (
        <fieldset key={id} className="field-lines rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">{t(id)}</legend>
          {names.map((name) => (
            <TextField
              key={name}
              {...register(name, { validate: validate(name) })}
              label={t(`fields.${name}`)}
              hint={
                isNetwork(name) ? t('hints.link') : isHinted(name) ? t(`hints.${name}`) : undefined
              }
              error={errors[name]?.message}
              dir={isRuled(name) ? 'ltr' : 'auto'}
              autoComplete="off"
              maxLength={ASSOCIATION_TEXTS[name]}
            />
          ))}
        </fieldset>
      ))}
      <SelectField
        {...register('currency')}
        label={t('fields.currency')}
        hint={t('hints.currency')}
        error={errors.currency?.message}
        className="max-w-sm"
        options={CURRENCIES.map((value) => ({ value, label: t(`currencies.${value}`) }))}
      />
    </SettingsForm>
  )
}
