import type { TFunction } from 'i18next'
import { Pencil, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { CallFailure } from '../../../platform/calls/call-failure.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { faultText, problemText } from '../../../ui/call/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Fact, Facts } from '../../../ui/layout/facts.tsx'
import { usePersonFacts } from '../../../ui/person/use-person-facts.tsx'
import { PhotoFrame } from '../../../ui/photo/photo-frame.tsx'
import { type Application, personOf, PHOTO_FIELDS } from '../application.ts'
import { SECTIONS, type SectionId } from '../fields/sections.ts'
import { useStepHeading } from '../fields/step-card.tsx'
import type { PhotoProgress } from '../send/upload-photos.ts'
import { useSend, type PhotoStates } from '../send/use-send.ts'
import { stepAddress } from '../steps.ts'
import { liveTicket, loseTicket, registrationSent, useWizard } from '../wizard.ts'
import type { FormArrival } from './application-form.tsx'

const SHARE = { waiting: 0, sent: 1, failed: 0 } as const

/** The upload of each photo; a failed one shows the reason. */
function SendProgress({
  photos,
  sending,
}: {
  readonly photos: PhotoStates
  readonly sending: boolean
}) {
  const { t } = useTranslation(['registration', 'problems'])
  return (
    <div className="grid gap-3">
      {PHOTO_FIELDS.map((name) => {
        const progress = photos[name]
        return (
          <div key={name}>
            <ProgressBar
              value={progress.kind === 'sending' ? progress.share : SHARE[progress.kind]}
              label={t(`fields.${name}`)}
              tone={progress.kind === 'failed' ? 'danger' : 'brand'}
              {...(progress.kind !== 'sending' && { text: t(`photoState.${progress.kind}`) })}
            />
            {progress.kind === 'failed' && (
              <p className="mt-1 text-sm font-semibold text-danger">{reasonText(t, progress)}</p>
            )}
          </div>
        )
      })}
      {sending && (
        <output className="flex items-center gap-2 text-sm">
          <Spinner /> {t('summary.sending')}
        </output>
      )}
    </div>
  )
}

const SPEC_KEYS: Readonly<Record<string, string>> = {
  too_large: 'photoSizeError',
  wrong_type: 'photoTypeError',
}

function reasonText(
  t: TFunction,
  { failure }: Extract<PhotoProgress, { readonly kind: 'failed' }>,
): string {
  const fault = fieldFault(failure)
  if (fault === undefined) return problemText(t, failure)
  const key = SPEC_KEYS[fault.code]
  return key === undefined ? faultText(t, fault) : t(`registration:${key}`)
}

const fieldFault = ({ problem }: CallFailure) => problem?.fields[0]

/** The three photos as they will be sent. */
function PhotoThumbs() {
  const { t } = useTranslation('registration')
  const { getValues } = useFormContext<Application>()
  return (
    <ul className="flex flex-wrap items-end gap-x-6 gap-y-4 py-2">
      {PHOTO_FIELDS.map((name) => (
        <li key={name} className={name === 'portrait' ? undefined : 'min-w-36 max-w-60 flex-1'}>
          <figure className="grid gap-1.5">
            <PhotoFrame
              kind={name === 'portrait' ? 'portrait' : 'document'}
              file={getValues(name) ?? undefined}
              alt=""
              reading={false}
              faulty={false}
            />
            <figcaption className="text-sm text-muted">{t(`fields.${name}`)}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** The data as reviewers will read it. */
function useSummaryFacts(): (id: Exclude<SectionId, 'photos'>) => readonly Fact[] {
  const { t } = useTranslation('registration')
  const { getValues } = useFormContext<Application>()
  const email = useWizard((state) => state.ticket?.email)
  const values = getValues()
  const facts = usePersonFacts('application', personOf(values), {
    proven: { label: t('fields.email'), value: <Ltr className="break-all">{email}</Ltr> },
    password: { label: t('fields.password'), value: t('summary.passwordHidden') },
  })
  const consent = [
    { label: t('fields.termsAccepted'), value: t('summary.accepted') },
    {
      label: t('fields.tribeConsent'),
      value: t(values.tribeConsent ? 'summary.yes' : 'summary.no'),
    },
    { label: t('fields.newsletter'), value: t(values.newsletter ? 'summary.yes' : 'summary.no') },
  ]
  return (id) => (id === 'consent' ? consent : facts(id))
}

export function Summary() {
  const { t } = useTranslation('registration')
  const heading = useStepHeading('summary', t('summary.title'))
  const facts = useSummaryFacts()
  return (
    <div className="grid max-w-4xl gap-5">
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
          {t('summary.title')}
        </h2>
        <p className="max-w-2xl text-muted">{t('summary.lead')}</p>
      </div>
      {SECTIONS.map(({ id }) => (
        <SummarySection key={id} id={id}>
          {id === 'photos' ? (
            <PhotoThumbs />
          ) : (
            <div className="wrap-anywhere whitespace-pre-line">
              <Facts items={facts(id)} />
            </div>
          )}
        </SummarySection>
      ))}
      <ConfirmPanel />
    </div>
  )
}

function SummarySection({
  id,
  children,
}: {
  readonly id: SectionId
  readonly children: ReactNode
}) {
  const { t } = useTranslation('registration')
  const title = t(`sections.${id}.title`)
  const arrival: FormArrival = { section: id }
  return (
    <section
      aria-labelledby={`summary-${id}`}
      className="rounded-lg border border-line bg-surface px-4 pt-2 pb-3 shadow-card sm:px-6"
    >
      <header className="flex items-center justify-between gap-3">
        <h3 id={`summary-${id}`} className="min-w-0 text-lg headline">
          {title}
        </h3>
        <LinkButton
          to={stepAddress('form')}
          state={arrival}
          variant="quiet"
          icon={<Pencil aria-hidden="true" size={17} />}
          aria-label={t('summary.editSection', { section: title })}
          className="-me-3 shrink-0"
        >
          {t('summary.edit')}
        </LinkButton>
      </header>
      {children}
    </section>
  )
}

function ConfirmPanel() {
  const { t } = useTranslation(['registration', 'auth'])
  const navigate = useNavigate()
  const form = useFormContext<Application>()
  const ticket = useWizard((state) => state.ticket)
  const panel = useRef<HTMLDivElement>(null)
  const sending = useSend(form, ticket ?? { token: '', email: '', endsAt: 0 })
  const { phase, photos, failure, failedPhotos } = sending
  const busy = phase !== 'idle'
  useLeaveWarning(busy)

  async function confirm(): Promise<void> {
    if (liveTicket() === undefined) return loseTicket()
    const outcome = await sending.send()
    switch (outcome.kind) {
      case 'sent':
        toast.success(t('auth:registerSuccess'))
        return registrationSent(outcome.reference)
      case 'ticket-lost':
        return loseTicket(outcome.maybeSent)
      case 'to-correct': {
        const arrival: FormArrival = { faults: true }
        return void navigate(stepAddress('form'), { state: arrival })
      }
      case 'failed':
        return panel.current?.scrollIntoView({ block: 'nearest' })
      default:
        return outcome satisfies never
    }
  }

  return (
    <div
      ref={panel}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <p>{t('summary.promise')}</p>
      {photos !== undefined && <SendProgress photos={photos} sending={phase === 'registration'} />}
      {failure !== undefined && (
        <Notice tone="danger" title={t('auth:registerError')}>
          <p>{failure.text}</p>
          {failure.userExists && (
            <p>
              {t('summary.userExists')}{' '}
              <Link to="/login" className="font-semibold underline underline-offset-4">
                {t('email.signIn')}
              </Link>
            </p>
          )}
          {failedPhotos.length > 0 && <p>{t('summary.retryHint')}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          size="lg"
          busy={busy}
          icon={<Send aria-hidden="true" size={19} className="mirror" />}
          onClick={() => void confirm()}
          className="grow sm:grow-0"
        >
          {t(
            phase === 'photos'
              ? 'summary.sendingPhotos'
              : phase === 'registration'
                ? 'summary.sending'
                : failure === undefined
                  ? 'summary.confirm'
                  : 'summary.again',
          )}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          disabled={busy}
          onClick={() => void navigate(stepAddress('form'))}
        >
          {t('summary.back')}
        </Button>
      </div>
    </div>
  )
}

/** After a tab closed during an upload the applicant would not know whether it arrived. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
