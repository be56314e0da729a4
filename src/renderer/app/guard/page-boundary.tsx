import { RotateCw } from 'lucide-react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { isPartMissing } from '../../platform/calls/call-failure.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { useOnline } from '../../ui/feedback/use-online.ts'
import { Page } from '../../ui/layout/page.tsx'
import { enablePage } from '../enable-page.ts'

/**
 * Shown in place of a failed page: a new version, a missing connection, or a fault of the program.
 */
function CrashPage({ error }: { readonly error: unknown }) {
  const online = useOnline()
  useLayoutEffect(enablePage, [])
  const { t } = useTranslation('common')
  const kind = !isPartMissing(error) ? 'crash' : online ? 'newVersion' : 'chunkOffline'
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

interface BoundaryProps {
  /** Another place is another try. */
  readonly place: string
  readonly children: ReactNode
}
interface BoundaryState {
  readonly failed?: undefined | { readonly error: unknown; readonly place: string }
}

// A class, because React gives functions no way to catch what their children throw.
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error, place: '' } }
  }

  static getDerivedStateFromProps(
    { place }: BoundaryProps,
    { failed }: BoundaryState,
  ): BoundaryState | null {
    if (failed === undefined) return null
    if (failed.place === '') return { failed: { ...failed, place } }
    return failed.place === place ? null : { failed: undefined }
  }

  override render(): ReactNode {
    const { failed } = this.state
    return failed === undefined ? this.props.children : <CrashPage error={failed.error} />
  }
}

/** Shows an error of its children in their place, until the user opens another page. */
export const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary place={useLocation().pathname}>{children}</Boundary>
)
