import { CalendarDays, CalendarPlus, ExternalLink, MapPin } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import type { EventItem } from '../../platform/calls/content-queries.ts'
import { saveFile } from '../../platform/files/save-file.ts'
import { pageAddress } from '../../platform/files/share.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ShareButton } from '../../ui/button/share-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Paragraphs } from '../../ui/layout/paragraphs.tsx'
import { Cover } from '../../ui/picture/cover.tsx'
import { calendarFile } from './calendar-file.ts'
import { EventMarks } from './event-parts.tsx'
import { eventTimes } from './event-times.ts'
import { RegistrationPanel } from './registration-panel.tsx'

/** Into one's own calendar, and on to others. */
function EventActions({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { title, description, location } = event.content[language]
  const toCalendar = (): void => {
    const { id, startsAt, endsAt, status } = event
    const text = calendarFile(
      {
        id,
        title,
        description,
        location,
        startsAt,
        endsAt,
        cancelled: status === 'cancelled',
        url: pageAddress(),
      },
      new Date(),
    )
    saveFile(new Blob([text], { type: 'text/calendar' }), `wld-${id}.ics`)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {event.status !== 'past' && event.startsAt !== '' && (
        <Button
          variant="secondary"
          className="grow"
          icon={<CalendarPlus aria-hidden="true" size={19} />}
          onClick={toCalendar}
        >
          {t('toCalendar')}
        </Button>
      )}
      <ShareButton title={title} text={description} className="grow" />
    </div>
  )
}

/** Few events are assemblies. */
const VoicePanel = lazy(async () => ({
  default: (await import('./voice-panel.tsx')).VoicePanel,
}))

function OwnVoice({ eventId }: { readonly eventId: string }) {
  const { state } = useSession()
  if (state !== 'authenticated') return null
  return (
    <div className="border-t border-line pt-5">
      <Suspense fallback={<Skeleton className="h-32" />}>
        <VoicePanel eventId={eventId} />
      </Suspense>
    </div>
  )
}

const LINK = 'text-brand underline underline-offset-4'
const TAP_LINK = `inline-flex min-h-11 items-center ${LINK}`

/** On a phone: picture and title, when and where with one's place, then the rest. Beside each other on a wide screen. */
export function EventDetails({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const { title, description, fullContent, goals, imageAlt } = event.content[language]
  const heading = usePageTitle(title, description)
  const borrowed = event.borrowed.includes(language)
  const dir = borrowed ? 'auto' : undefined
  return (
    <article className="grid gap-x-10 gap-y-8 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr]">
      <header>
        <Cover image={event.image} alt={imageAlt} eager className="rounded-lg" />
        <p className="mt-5 flex flex-wrap gap-2 empty:hidden">
          <EventMarks event={event} />
        </p>
        {borrowed && <p className="mt-4 text-sm text-muted">{t('borrowed')}</p>}
        <h1 ref={heading} tabIndex={-1} dir={dir} className="mt-4 text-3xl headline wrap-anywhere">
          {title}
        </h1>
        <p dir={dir} className="mt-3 me-auto max-w-2xl text-lg text-muted wrap-anywhere">
          {description}
        </p>
      </header>
      <aside aria-label={t('whenAndWhere')} className="lg:row-span-2 lg:self-start">
        <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          <div aria-hidden="true" className="weave h-2" />
          <div className="grid gap-5 p-5">
            <WhenAndWhere event={event} />
            <div className="border-t border-line pt-5">
              <RegistrationPanel event={event} />
            </div>
            {event.isAssembly === true && <OwnVoice eventId={event.id} />}
            <EventActions event={event} />
          </div>
        </div>
      </aside>
      {/* At the end of a sheet a browser drops the gaps of a grid, but not the margins of its parts. */}
      <div className="grid content-start gap-8 *:max-w-3xl print:block print:*:mt-8">
        {fullContent !== '' && (
          <div dir={dir} className="me-auto w-full">
            <Paragraphs text={fullContent} />
          </div>
        )}
        {goals.length > 0 && (
          <section aria-labelledby="event-goals">
            <h2 id="event-goals" className="text-xl headline">
              {t('goals')}
            </h2>
            <ul className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
              {goals.map((goal) => (
                <li key={goal} className="flex gap-3 border-t border-line pt-3 wrap-anywhere">
                  <span
                    aria-hidden="true"
                    className="mt-2 size-2.5 shrink-0 rotate-45 bg-accent print:[print-color-adjust:exact]"
                  />
                  {goal}
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="event-organizer">
          <h2 id="event-organizer" className="text-xl headline">
            {t('about')}
          </h2>
          <div className="mt-2">
            <Facts items={organizerFacts(event, t, format)} />
          </div>
        </section>
      </div>
    </article>
  )
}

interface FactLineProps {
  readonly icon: ReactNode
  readonly children: ReactNode
}

const FactLine = ({ icon, children }: FactLineProps) => (
  <div className="flex gap-3">
    <span aria-hidden="true" className="mt-0.5 shrink-0 text-brand">
      {icon}
    </span>
    <div className="min-w-0 grow">{children}</div>
  </div>
)

/** Only in the preview of a draft may the time and the place be missing. */
function WhenAndWhere({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { location: place } = event.content[language]
  return (
    <div className="grid gap-4">
      <FactLine icon={<CalendarDays size={22} />}>
        {event.startsAt === '' ? (
          <p className="text-muted">{t('noTime')}</p>
        ) : (
          <Times event={event} />
        )}
      </FactLine>
      <FactLine icon={<MapPin size={22} />}>
        {place === '' ? (
          <p className="text-muted">{t('noPlace')}</p>
        ) : (
          <>
            <p className="font-semibold wrap-anywhere">{place}</p>
            <a
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
              target="_blank"
              rel="noopener noreferrer"
              className={`${TAP_LINK} gap-1.5 text-sm print:hidden`}
            >
              {t('map')}
              <ExternalLink aria-hidden="true" size={16} className="mirror shrink-0" />
              <span className="sr-only"> {t('mapNewTab')}</span>
            </a>
          </>
        )}
      </FactLine>
    </div>
  )
}

function Times({ event }: { readonly event: EventItem }) {
  const { t } = useTranslation('events')
  const { date, hours, ownClock } = eventTimes(event, useLanguage())
  return (
    <>
      <p className="font-semibold first-letter:uppercase">
        <time dateTime={event.startsAt}>{date}</time>
      </p>
      <p>{t('hoursInParis', { hours })}</p>
      {ownClock !== undefined && (
        <p className="text-sm text-muted">{t('ownClock', { hours: ownClock })}</p>
      )}
    </>
  )
}

function organizerFacts(
  event: EventItem,
  t: (key: string) => string,
  format: ReturnType<typeof useFormat>,
) {
  const { registeredCount, capacity, organizer, price, contactPerson, contactEmail, contactPhone } =
    event
  const counts = event.status === 'upcoming' && capacity !== null ? '' : 'always'
  const given = [
    { label: t('fact.organizer'), text: organizer, value: <Auto>{organizer}</Auto> },
    {
      label: t('fact.price'),
      text: 'always',
      value: price === null ? t('free') : <Auto>{price}</Auto>,
    },
    // Both in every state (docs/spec/events.md, 2): while one can register, the panel above says "0 of 500 taken".
    { label: t('fact.registered'), text: counts, value: format.number(registeredCount) },
    {
      label: t('fact.capacity'),
      text: counts,
      value: capacity === null ? t('fact.unlimited') : format.number(capacity),
    },
    { label: t('fact.contact'), text: contactPerson, value: <Auto>{contactPerson}</Auto> },
    {
      label: t('fact.email'),
      text: contactEmail,
      value: (
        <a href={`mailto:${contactEmail}`} className={LINK}>
          <Ltr>{contactEmail}</Ltr>
        </a>
      ),
    },
    {
      label: t('fact.phone'),
      text: contactPhone,
      value: (
        <a href={`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`} className={LINK}>
          <Ltr>{contactPhone}</Ltr>
        </a>
      ),
    },
  ]
  return given.filter(({ text }) => text !== '')
}
