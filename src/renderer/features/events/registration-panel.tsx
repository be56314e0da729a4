import { useQueryClient } from '@tanstack/react-query'
import { CalendarCheck, Hourglass, IdCard, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cancelRegistration, registerForEvent } from '#shared/contract/events.ts'
import { ask } from '../../platform/calls/api.ts'
import { type EventItem, eventQuery, keepEvent } from '../../platform/calls/content-queries.ts'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { placesLeft } from './arrange.ts'
import { Places } from './event-parts.tsx'

type PlaceStep = 'join' | 'leave'
/** What came of the last press; `back` is the step that undoes it. */
interface EventRegistrationResult {
  readonly kind: 'registered' | 'waiting' | 'left'
  readonly back: PlaceStep | undefined
}

/** Taking a place, giving it back, and the way to undo either. */
function useRegistration(eventId: string) {
  const { t } = useTranslation(['events', 'problems'])
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<EventRegistrationResult>()
  const change = useCall(
    async (step: PlaceStep, undoable: boolean) => {
      setOutcome(undefined)
      const event = await ask(step === 'join' ? registerForEvent : cancelRegistration, {
        params: { id: eventId },
      })
      keepEvent(event)
      const kind =
        step === 'leave' ? 'left' : event.registration === 'waiting' ? 'waiting' : 'registered'
      setOutcome({ kind, back: undoable ? (step === 'join' ? 'leave' : 'join') : undefined })
      announce(t(`outcome.${kind}`))
    },
    (failure) => {
      // The event changed under our eyes (over, called off, gone): show it as it is now.
      const status = failure.problem?.status
      if (status === 409 || status === 404)
        void client.invalidateQueries({ queryKey: eventQuery(eventId).queryKey })
      return status === 409 ? t('closedMeanwhile') : problemText(t, failure)
    },
  )
  return {
    outcome,
    busy: change.busy,
    notice: change.notice,
    go: (step: PlaceStep, undoable = true): void => void change.run(step, undoable),
  }
}

const TEXT_LINK =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline underline-offset-4'

/** How many places there are, and the reader's own. */
export function RegistrationPanel({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const session = useSession()
  if (event.status !== 'upcoming') return <Closed status={event.status} />
  // Who is in the hall has no place to take or to give back.
  if (event.checkedIn === true) return <Notice tone="success" title={t('own.checkedIn')} />
  return (
    <div className="grid gap-4">
      <Places event={event} />
      {session.state === 'loading' && <Skeleton className="h-13" />}
      {session.state === 'unauthenticated' && <Visitor eventId={event.id} />}
      {session.state === 'authenticated' && <OwnPlace event={event} />}
      <p className="text-sm text-muted">{t('membersOnly')}</p>
    </div>
  )
}

function Closed({ status }: { readonly status: Exclude<EventItem['status'], 'upcoming'> }) {
  const { t } = useTranslation('events')
  if (status === 'cancelled')
    return (
      <Notice tone="danger" title={t('closed.cancelledTitle')}>
        {t('closed.cancelled')}
      </Notice>
    )
  return (
    <Notice tone={status === 'draft' ? 'warning' : 'info'}>
      {t(status === 'draft' ? 'closed.draft' : 'closed.past')}
    </Notice>
  )
}

/** Comes back to this event after signing in. */
function Visitor({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('events')
  const hasRoute = useHasRoute()
  const state: ReturnState = { returnTo: `/events/${eventId}` }
  return (
    <div className="grid gap-1">
      <LinkButton to="/login" state={state} size="lg">
        {t('signIn')}
      </LinkButton>
      {hasRoute('/register') && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm print:hidden">
          {t('noMember')}
          <Link to="/register" className={TEXT_LINK}>
            {t('becomeMember')}
          </Link>
        </p>
      )}
    </div>
  )
}

function OwnPlace({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation(['events', 'problems'])
  const { outcome, busy, notice, go } = useRegistration(event.id)
  const [confirming, setConfirming] = useState(false)
  const own = event.registration ?? 'none'
  const full = placesLeft(event) === 0

  // Where others wait, a place that is given back is gone: ask first. Otherwise undoing is one press.
  const leave = (): void => (full ? setConfirming(true) : go('leave'))
  return (
    <div className="grid gap-3">
      {own === 'registered' && (
        <Notice tone="success" title={t('own.registered')}>
          <p>{t('own.registeredText')}</p>
          <Link to="/id-card" className={TEXT_LINK}>
            <IdCard aria-hidden="true" size={19} />
            {t('showCard')}
          </Link>
        </Notice>
      )}
      {own === 'waiting' && (
        <Notice tone="info" title={t('own.waiting')}>
          {t('own.waitingText')}
        </Notice>
      )}
      {outcome !== undefined && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <p className="font-semibold">{t(`outcome.${outcome.kind}`)}</p>
          {outcome.back !== undefined && (
            <Button
              variant="quiet"
              icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
              onClick={() => outcome.back !== undefined && go(outcome.back, false)}
            >
              {t('undo')}
            </Button>
          )}
        </div>
      )}
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      {own === 'none' ? (
        <Button
          size="lg"
          busy={busy}
          icon={
            full ? (
              <Hourglass aria-hidden="true" size={20} />
            ) : (
              <CalendarCheck aria-hidden="true" size={20} />
            )
          }
          onClick={() => go('join')}
        >
          {t(full ? 'joinWaiting' : 'join')}
        </Button>
      ) : (
        <Button variant="secondary" busy={busy} onClick={leave}>
          {t(own === 'waiting' ? 'leaveWaiting' : 'leave')}
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        tone="danger"
        title={t(own === 'waiting' ? 'confirm.waitingTitle' : 'confirm.placeTitle')}
        text={t(own === 'waiting' ? 'confirm.waitingText' : 'confirm.placeText')}
        confirmLabel={t(own === 'waiting' ? 'leaveWaiting' : 'leave')}
        onConfirm={() => {
          setConfirming(false)
          go('leave', false)
        }}
      />
    </div>
  )
}
