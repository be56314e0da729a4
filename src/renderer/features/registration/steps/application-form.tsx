import { ArrowDown, Check, Trash2 } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState, type Ref } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { DAY_MS } from '#shared/domain/units.ts'
import { DEVICE_DRAFT_MAX_AGE_MS } from '../../../platform/offline/device-draft.ts'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Switch } from '../../../ui/field/switch.tsx'
import { FaultSummary } from '../../../ui/form/fault-summary.tsx'
import { RequiredNote } from '../../../ui/form/required-note.tsx'
import { useFaultSummary } from '../../../ui/form/use-fault-summary.ts'
import type { Application, FieldName } from '../application.ts'
import { useFieldTexts } from '../fields/fields.tsx'
import { focusNextField, focusSection, focusField } from '../fields/focus-field.ts'
import { FormProgress, useProgress } from '../fields/progress.tsx'
import { SECTIONS, FIELD_ORDER, fieldElementId } from '../fields/sections.ts'
import { useStepHeading } from '../fields/step-card.tsx'
import { MemberSection } from '../sections/member-section.tsx'
import { ConsentSection, PhotosSection } from '../sections/photos-and-consent.tsx'
import { stepAddress } from '../steps.ts'
import { saveNow, setComplete, useWizard, forgetAll, setKeepOnDevice } from '../wizard.ts'

/** Names of faulty fields in the order of the page. */
function useFaultyFields(): readonly FieldName[] {
  const { control } = useFormContext<Application>()
  const { errors, isSubmitted } = useFormState({ control })
  return isSubmitted ? FIELD_ORDER.filter((name) => errors[name] !== undefined) : []
}

/** All faults, each with a link to its field. Takes the focus when sending was refused. */
function ApplicationFaults({ ref }: { readonly ref: Ref<HTMLElement> }) {
  const { t } = useTranslation(['registration', 'ui'])
  const textsOf = useFieldTexts()
  const { control } = useFormContext<Application>()
  const { errors } = useFormState({ control })
  const faulty = useFaultyFields()
  if (faulty.length === 0) return null
  /** "Enter your first name." names its field; other faults get the name of the field. */
  const wordsOf = (name: FieldName): string => {
    const { type, message } = errors[name] ?? {}
    return String(type).startsWith('required.')
      ? String(message)
      : t('ui:fault.of', { field: textsOf(name).label, fault: message })
  }
  return (
    <FaultSummary
      ref={ref}
      title={t('ui:fault.summary', { count: faulty.length })}
      more={(count) => t('faultMore', { count })}
      faults={faulty.map((name) => ({
        text: wordsOf(name),
        href: `#${fieldElementId(name)}`,
        onFollow: () => focusField(name),
      }))}
    />
  )
}

/** Always visible: the progress, a link to the next fault, and the button to the next step. */
function SaveBar({ busy }: { readonly busy: boolean }) {
  const { t } = useTranslation('registration')
  const { done, of } = useProgress()
  const [next] = useFaultyFields()
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-raised px-4 py-2.5 shadow-float sm:mx-0 sm:rounded-t-lg sm:border-x sm:px-5">
      <div aria-hidden="true" className="absolute inset-x-0 -top-px h-1 bg-line">
        <div
          className="size-full origin-left bg-brand transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${done / of})` }}
        />
      </div>
      <div className="flex items-center gap-3">
        <p className={cx('me-auto min-w-0 text-sm', next !== undefined && 'max-sm:sr-only')}>
          {t('progress.done', { count: done, of })}
        </p>
        {next !== undefined && (
          <Button
            variant="quiet"
            icon={<ArrowDown aria-hidden="true" size={18} />}
            className="max-sm:-ms-3 max-sm:me-auto max-sm:px-3"
            onClick={() => focusField(next)}
          >
            {t('progress.nextFault')}
          </Button>
        )}
        <LinkButton to={stepAddress('code')} variant="secondary" className="max-sm:hidden">
          {t('back')}
        </LinkButton>
        <Button type="submit" busy={busy}>
          {t('saveAndGoOn')}
        </Button>
      </div>
    </div>
  )
}

/** Where the data is kept, in plain words; the choice to keep it longer; and the button to delete it. */
function DraftPanel() {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const keep = useWizard((state) => state.keepOnDevice)
  const [asking, setAsking] = useState(false)
  const days = DEVICE_DRAFT_MAX_AGE_MS / DAY_MS

  function forget(): void {
    setAsking(false)
    forgetAll()
    toast.success(t('draft.deleted'))
    void navigate(stepAddress('email'), { replace: true })
  }

  return (
    <section
      aria-labelledby="draft-title"
      className="rounded-lg border border-line bg-sunken p-4 sm:px-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 basis-80 grow">
          <h3 id="draft-title" className="font-semibold">
            {t('draft.title')}
          </h3>
          <p className="max-w-prose text-sm text-muted">
            {t(keep ? 'draft.onDevice' : 'draft.inTab', { count: days })}
          </p>
        </div>
        <Button
          variant="secondary"
          icon={<Trash2 aria-hidden="true" size={18} />}
          onClick={() => setAsking(true)}
        >
          {t('draft.delete')}
        </Button>
      </div>
      <div className="mt-2 border-t border-line pt-1">
        <Switch
          label={t('draft.keep', { count: days })}
          hint={t('draft.keepHint')}
          checked={keep}
          onChange={setKeepOnDevice}
        />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('draft.confirmTitle')}
        text={<p>{t('draft.confirmText')}</p>}
        confirmLabel={t('draft.delete')}
        tone="danger"
        onConfirm={forget}
      />
    </section>
  )
}

/** Beside the form on a wide screen: all parts, with a mark for complete ones, and a link to each. */
function SectionNav() {
  const { t } = useTranslation('registration')
  const { complete } = useProgress()
  return (
    <nav aria-label={t('progress.sections')} className="sticky top-24 hidden self-start lg:block">
      <ol className="grid gap-0.5 border-s border-line">
        {SECTIONS.map(({ id }) => {
          const done = complete.has(id)
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => focusSection(id)}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-e-md ps-3 pe-2 text-start text-sm hover:bg-sunken"
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-5 shrink-0 place-items-center rounded-full border',
                    done ? 'border-brand bg-brand text-on-brand' : 'border-line-strong',
                  )}
                >
                  {done && <Check size={13} strokeWidth={3} />}
                </span>
                <span className={done ? 'text-muted' : 'font-semibold'}>
                  {t(`sections.${id}.title`)}
                  {done && <span className="sr-only"> ({t('progress.complete')})</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

export interface FormArrival {
  readonly section?: string
  /** The server found faults: they are beside their fields already. */
  readonly faults?: true
}

export function ApplicationForm() {
  const { t } = useTranslation('registration')
  const heading = useStepHeading('form', t('form.title'))
  const navigate = useNavigate()
  const { handleSubmit } = useFormContext<Application>()
  const foundAt = useWizard((state) => state.foundAt)
  const [checking, setChecking] = useState(false)
  const [summary, toFaults] = useFaultSummary()
  useArrival(toFaults)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const goOn = (): void => {
      setComplete(true)
      saveNow()
      void navigate(stepAddress('summary'))
    }
    setChecking(true)
    await handleSubmit(goOn, toFaults)(event)
    setChecking(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles events that bubble from its fields
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (
          event.key === 'Enter' &&
          !event.defaultPrevented &&
          focusNextField(event.currentTarget, event.target)
        )
          event.preventDefault()
      }}
      // Room above and below the focused field: the header and the bar stay in view.
      className="**:scroll-mt-8 **:scroll-mb-28"
    >
      <FormProgress>
        <div className="grid gap-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <SectionNav />
          <div className="grid min-w-0 gap-5">
            <div className="grid gap-2">
              <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
                {t('form.title')}
              </h2>
              <p className="max-w-2xl text-muted">{t('form.lead')}</p>
              <RequiredNote />
            </div>
            {foundAt !== undefined && <Notice tone="info">{t('form.restored')}</Notice>}
            <DraftPanel />
            <ApplicationFaults ref={summary} />
            {SECTIONS.map(({ id }) =>
              id === 'photos' ? (
                <PhotosSection key={id} />
              ) : id === 'consent' ? (
                <ConsentSection key={id} />
              ) : (
                <MemberSection key={id} id={id} />
              ),
            )}
            <SaveBar busy={checking} />
          </div>
        </div>
      </FormProgress>
    </form>
  )
}

/** Moves to the place that the summary linked to: a section to change, or the faults that the server found. */
function useArrival(toFaults: () => void): void {
  const { state, key } = useLocation()
  const arrival = (state ?? {}) as FormArrival // only the summary's links write it
  const { section, faults } = arrival
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    if (arrived.current === key) return
    arrived.current = key
    const id = SECTIONS.find((candidate) => candidate.id === section)?.id
    if (faults === true) toFaults()
    else if (id !== undefined) setTimeout(() => focusSection(id), 0)
  }, [key, section, faults, toFaults])
}
