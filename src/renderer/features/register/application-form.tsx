import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Notice } from '../../ui/notice.tsx'
import type { Application } from './application.ts'
import { DraftPanel } from './draft-panel.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { focusNextField, focusSection } from './focus-field.ts'
import { FormProgress } from './progress.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { SECTIONS } from './sections.ts'
import {
  BirthSection,
  MotherSection,
  NationalitiesSection,
  PersonalSection,
} from './sections/about-you.tsx'
import {
  ContactSection,
  LocationSection,
  OccupationSection,
} from './sections/contact-and-place.tsx'
import { ConsentSection, InvitationSection, PhotosSection } from './sections/photos-and-consent.tsx'
import { stepAddress } from './steps.ts'
import { useStepHeading } from './use-step-heading.ts'
import { saveNow, setComplete, useWizard } from './wizard.ts'

/** What the summary says when it sends the reader back here. */
export interface FormArrival {
  readonly section?: string
  /** The server found faults: they stand beside their fields already. */
  readonly faults?: true
}

export function ApplicationForm() {
  const { t } = useTranslation('registration')
  const heading = useStepHeading('form', t('form.title'))
  const navigate = useNavigate()
  const { handleSubmit } = useFormContext<Application>()
  const foundAt = useWizard((state) => state.foundAt)
  const [checking, setChecking] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const toFaults = useCallback((): void => {
    // The list is drawn by this very refusal: a moment later it is there.
    setTimeout(() => {
      summary.current?.scrollIntoView({ block: 'start' })
      summary.current?.focus({ preventScroll: true })
    }, 0)
  }, [])
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears what rises from its fields
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
      // Room above and below what the focus reaches: the header and the bar stay in view.
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
            </div>
            {foundAt !== undefined && <Notice tone="info">{t('form.restored')}</Notice>}
            <DraftPanel />
            <FaultSummary ref={summary} />
            <PersonalSection />
            <ContactSection />
            <BirthSection />
            <LocationSection />
            <MotherSection />
            <OccupationSection />
            <NationalitiesSection />
            <PhotosSection />
            <InvitationSection />
            <ConsentSection />
            <SaveBar busy={checking} />
          </div>
        </div>
      </FormProgress>
    </form>
  )
}

/** Goes where the summary sent the reader: to a section to change, or to the faults that the server found. */
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
