import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelRegistration, registerForEvent } from '#shared/contract/events.ts'
import { ask } from '../../platform/calls/api.ts'
import { eventQuery, keepEvent } from '../../platform/calls/content-queries.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import { problemText } from '../../ui/form/form-problems.ts'

type Step = 'join' | 'leave'
/** What came of the last press; `back` is the step that undoes it. */
export interface Outcome {
  readonly kind: 'registered' | 'waiting' | 'left'
  readonly back: Step | undefined
}

/** Taking a place, giving it back, and the way to undo either. */
export function useRegistration(eventId: string) {
  const { t } = useTranslation(['events', 'problems'])
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const change = useCall(
    async (step: Step, undoable: boolean) => {
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
    go: (step: Step, undoable = true): void => void change.run(step, undoable),
  }
}
