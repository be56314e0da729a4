import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#shared/contract/base/define-route.ts'
import {
  type CustodyEvent,
  exportPackage,
  readCustody,
  readOriginal,
} from '#shared/contract/evidence.ts'
import type { Evidence } from '#shared/contract/reports.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { KILOBYTE } from '#shared/domain/units.ts'
import { timeZoneName } from '../../i18n/time-zone.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { kindOf } from '../../parts/evidence/evidence-kind.ts'
import { mayTakePackages } from '../../parts/report/use-staff.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DownloadButton } from '../../ui/step-up/download-button.tsx'

interface StaffEvidenceProps {
  readonly item: Evidence
  readonly role: Role
  readonly number: number
}

/** The custody of this piece of evidence, with its hash and, for authorised roles, the original. */
export function StaffEvidence({ item, role, number }: StaffEvidenceProps) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        aria-label={t('custody.openOf', { number })}
        icon={<Fingerprint aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('custody.open')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('custody.title', { number })}
        description={t('custody.lead')}
        size="lg"
      >
        {open && <CustodyOf item={item} mayTake={mayTakePackages(role)} />}
      </Dialog>
    </>
  )
}

type Custody = Reply<typeof readCustody>

interface CustodyOfProps {
  readonly item: Evidence
  readonly mayTake: boolean
}

function CustodyOf({ item, mayTake }: CustodyOfProps) {
  const { t } = useTranslation(['reportWrite', 'evidence'])
  const { id } = item
  const format = useFormat()
  const language = useLanguage()
  const query = useQuery({
    ...readQuery(['reports', 'custody', id], readCustody, { params: { id } }),
    gcTime: 0,
  })
  return (
    <Loaded query={query} failure={t('custody.notLoaded')} skeleton={<Skeleton className="h-64" />}>
      {(custody) => (
        <div className="grid grid-cols-1 gap-5">
          <dl className="grid gap-x-4 text-sm *:mb-2 sm:grid-cols-[auto_minmax(0,1fr)]">
            <dt className="mb-0! text-muted sm:max-w-48">
              <code>SHA-256</code>
            </dt>
            <dd>
              <Ltr className="font-mono wrap-anywhere">{custody.sha256}</Ltr>
            </dd>
            <dt className="mb-0! text-muted sm:max-w-48">{t('custody.file')}</dt>
            <dd>
              {/* As on the page; on its own, as Latin letters at its end would take the number along in Arabic. */}
              <Auto>{t(`evidence:kinds.${kindOf(item)}`)}</Auto> ·{' '}
              {t('custody.size', {
                size: format.number(custody.size / KILOBYTE, { maximumFractionDigits: 0 }),
              })}
            </dd>
            {custody.statedOriginal !== null && (
              <>
                <dt className="mb-0! text-muted sm:max-w-48">{t('custody.stated')}</dt>
                <dd>
                  <Ltr className="font-mono wrap-anywhere">{custody.statedOriginal.sha256}</Ltr> ·{' '}
                  {t('custody.size', {
                    size: format.number(custody.statedOriginal.size / KILOBYTE, {
                      maximumFractionDigits: 0,
                    }),
                  })}
                  <p className="text-muted">{t('custody.statedNote')}</p>
                </dd>
              </>
            )}
          </dl>
          <SealState seal={custody.seal} />
          {!custody.complete && <Notice tone="warning">{t('custody.incomplete')}</Notice>}
          <div>
            <p className="mb-2 text-sm text-muted">
              {t('custody.times', { zone: timeZoneName(language) })}
            </p>
            <ol className="divide-y divide-line border-y border-line empty:hidden">
              {custody.events.map((event) => (
                <CustodyLine key={event.seq} event={event} />
              ))}
            </ol>
          </div>
          {mayTake && (
            <div>
              <DownloadButton
                label={t('custody.original')}
                why={t('custody.originalWhy')}
                load={() => fetchFile(readOriginal, { params: { id } })}
                doneText={t('export.done')}
                truncatedText={t('export.done')}
              />
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** The three states are said in words; what the device states is marked as that. */
function SealState({ seal }: { readonly seal: Custody['seal'] }) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  if (seal === null) return <Notice tone="info">{t('custody.seal.none')}</Notice>
  const { place } = seal
  return (
    <Notice
      tone={
        seal.state === 'intact' && seal.timeIsPlausible && !seal.isRepeated ? 'info' : 'warning'
      }
      title={t(`custody.seal.${seal.state}`)}
    >
      <dl className="grid gap-1 text-sm">
        <dt className="font-semibold">{t('custody.seal.time')}</dt>
        <dd>
          <time dateTime={seal.capturedAt}>{format.dateTime(new Date(seal.capturedAt))}</time>
          {!seal.timeIsPlausible && <p>{t('custody.seal.timeDoubt')}</p>}
        </dd>
        <dt className="font-semibold">{t('custody.seal.place')}</dt>
        <dd>
          {place === null ? (
            t(seal.hasPlace ? 'custody.seal.placeHeld' : 'custody.seal.noPlace')
          ) : (
            <>
              <Ltr>
                {place.latitude}, {place.longitude}
              </Ltr>{' '}
              ({t(`capture.precision.${place.precision}`)})
            </>
          )}
        </dd>
        <dt className="font-semibold">{t('custody.seal.key')}</dt>
        <dd>
          <Ltr className="font-mono wrap-anywhere">{seal.keyId}</Ltr>
        </dd>
      </dl>
      {seal.isRepeated && <p className="mt-2 font-semibold">{t('custody.seal.repeated')}</p>}
      <p className="mt-2 text-sm">{t('custody.seal.note')}</p>
    </Notice>
  )
}

/** A look at the picture is no download of the original, and the log tells them apart. */
const deedOf = ({ event, detail }: CustodyEvent) =>
  event !== 'viewed'
    ? event
    : detail['copy'] === 'working'
      ? 'looked-at'
      : detail['copy'] === 'text'
        ? 'text-read'
        : event

function CustodyLine({ event }: { readonly event: CustodyEvent }) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
      <p>
        <span className="font-semibold">
          {t(`custody.event.${deedOf(event)}`, {
            by:
              event.by.kind === 'staff'
                ? `\u2066${bareCardId(event.by.cardId)}\u2069`
                : t(`custody.by.${event.by.kind}`),
          })}
        </span>
        {event.event === 'timestamped' && (
          <span className="block text-sm">
            {t('custody.confirmed', {
              authority: String(event.detail['authority']),
              at: format.dateTime(new Date(String(event.detail['confirmedAt']))),
            })}
          </span>
        )}
      </p>
      <p className="text-sm text-muted">
        <time dateTime={event.at}>{format.dateTime(new Date(event.at))}</time> ·{' '}
        {t('custody.row', { seq: event.seq })}
      </p>
    </li>
  )
}

/** A signed ZIP: originals, hashes, custody and text. */
export function PackageButton({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation('reportWrite')
  return (
    <DownloadButton
      label={t('custody.package')}
      why={t('custody.packageWhy')}
      load={() => fetchFile(exportPackage, { params: { reportId } })}
      doneText={t('export.done')}
      truncatedText={t('export.done')}
    />
  )
}
