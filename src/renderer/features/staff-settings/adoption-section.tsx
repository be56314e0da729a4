import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { announceAdoption, changeAdoption, type Settings } from '#shared/contract/settings.ts'
import {
  ADOPTED_VERSION_MAX,
  type Adoption,
  type Changes,
  CHANGES_MAX,
  isAdoptedVersion,
} from '#shared/domain/adoption.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { anchorOf } from './sections.ts'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

interface AdoptionProps {
  readonly adoption: Settings['adoption']
}

/** When the association adopted its texts; members are told and asked by the announcement. */
export function AdoptionSection({ adoption }: AdoptionProps) {
  const { t } = useTranslation('association')
  const format = useFormat()
  const { adoptedOn, version, announced } = adoption
  const isAnnounced = announced?.version === version
  return (
    <Section anchor={anchorOf('adoption')} title={t('adoption.title')} lead={t('adoption.lead')}>
      <div className="grid gap-5">
        <p className="font-semibold">
          {adoptedOn === ''
            ? t('adoption.draft')
            : t('adoption.adopted', { date: format.date(adoptedOn), version })}
        </p>
        {/* What a colleague saved meanwhile is another form. */}
        <AdoptionForm key={adoption.revision} adoption={adoption} />
        {announced !== null && (
          <p>
            {t('adoption.announced', {
              version: announced.version,
              date: format.date(new Date(announced.at)),
              from: format.date(announced.appliesFrom),
            })}{' '}
            {announced.done
              ? t('adoption.mails', { count: announced.mails })
              : t('adoption.running')}
          </p>
        )}
        {adoptedOn !== '' && !isAnnounced && announced?.done !== false && (
          <AnnounceForm adoption={adoption} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LastChange {...adoption} />
          <Link
            to="/terms"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t('adoption.terms')}
          </Link>
        </div>
      </div>
    </Section>
  )
}

function AdoptionForm({ adoption }: AdoptionProps) {
  const { t } = useTranslation(['association', 'staffSettings'])
  const {
    register,
    handleSubmit,
    formState: { errors, isDirty },
  } = useForm<Adoption>({
    defaultValues: { adoptedOn: adoption.adoptedOn, version: adoption.version },
  })
  const { change, dialog } = useChange(t('adoption.title'))
  const [saidSame, setSaidSame] = useState(false)
  const submit = handleSubmit(async ({ adoptedOn, version }) => {
    setSaidSame(!isDirty)
    if (!isDirty) return
    const body = { adoptedOn, version: version.trim(), revision: adoption.revision }
    await change.run(() => ask(changeAdoption, { body }))
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="field-lines">
        <TextField
          {...register('adoptedOn')}
          label={t('adoption.adoptedOn')}
          type="date"
          dir="ltr"
        />
        <TextField
          {...register('version', {
            validate: (text, { adoptedOn }) => {
              const version = text.trim()
              if ((version === '') !== (adoptedOn === '')) return t('adoption.both')
              return version === '' || isAdoptedVersion(version) || t('adoption.faulty')
            },
          })}
          label={t('adoption.version')}
          hint={t('adoption.versionHint')}
          error={errors.version?.message}
          maxLength={ADOPTED_VERSION_MAX}
          autoComplete="off"
          dir="ltr"
        />
      </div>
      <ChangeFailure failure={change.failure} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <output className="text-sm text-muted">
          {saidSame && !isDirty && t('staffSettings:nothingToSave')}
        </output>
        <Button type="submit" busy={change.busy}>
          {t('staffSettings:save')}
        </Button>
      </div>
      {dialog}
    </form>
  )
}

const WRITTEN = ['fr', 'ar', 'en'] as const

/** Tells every active member; what changed is read on the site, the mail has fixed words. */
function AnnounceForm({ adoption }: AdoptionProps) {
  const { t } = useTranslation('association')
  const [confirmed, setConfirmed] = useState<Changes>()
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<Changes>({ defaultValues: { fr: '', ar: '', en: '' } })
  const { change, dialog } = useChange(t('adoption.announce'))
  const announce = (changes: Changes): void => {
    const body = { revision: adoption.revision, changes }
    void change.run(() => ask(announceAdoption, { body }))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((changes) => setConfirmed(changes))(event)}
      className="grid gap-4 border-t border-line pt-4"
    >
      <p className="max-w-2xl text-muted">{t('adoption.announceLead')}</p>
      {WRITTEN.map((language) => (
        <TextArea
          key={language}
          {...register(language, {
            validate: (text) => language !== 'fr' || text.trim() !== '' || t('adoption.required'),
          })}
          label={t(`adoption.changes.${language}`)}
          hint={language === 'fr' ? t('adoption.changesHint') : undefined}
          error={errors[language]?.message}
          maxChars={CHANGES_MAX}
          rows={3}
          lang={language}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          required={language === 'fr'}
        />
      ))}
      <ChangeFailure failure={change.failure} />
      <Button type="submit" busy={change.busy} className="justify-self-start">
        {t('adoption.announce')}
      </Button>
      <ConfirmDialog
        open={confirmed !== undefined}
        onOpenChange={() => setConfirmed(undefined)}
        title={t('adoption.confirm')}
        text={t('adoption.confirmText')}
        confirmLabel={t('adoption.announce')}
        onConfirm={() => {
          if (confirmed !== undefined) announce(confirmed)
          setConfirmed(undefined)
        }}
      />
      {dialog}
    </form>
  )
}
