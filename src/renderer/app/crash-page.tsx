import { RotateCw } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useOnline } from '../ui/use-online.ts'
import { isChunkError } from './chunk-error.ts'
import { wake } from './wake.ts'

/** What stands where a page failed: a new version, a missing connection, or a fault of ours. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const online = useOnline()
  useLayoutEffect(wake, [])
  const { t } = useTranslation('common')
  const kind = !isChunkError(error) ? 'crash' : online ? 'newVersion' : 'chunkOffline'
  return (
    <Page wide title={t(`${kind}.title`)} lead={t(`${kind}.text`)}>
      <div className="flex flex-wrap gap-3">
        <Button icon={<RotateCw aria-hidden="true" size={20} />} onClick={() => location.reload()}>
          {t('reload')}
        </Button>
        {/* A plain link, not a router link: it starts afresh, whatever state the crash left. */}
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          {t('backHome')}
        </a>
      </div>
    </Page>
  )
}
