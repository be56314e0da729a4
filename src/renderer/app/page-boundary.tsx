import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { CrashPage } from './crash-page.tsx'

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

/** What its children throw is shown in their place, until the person goes elsewhere. */
export const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary place={useLocation().pathname}>{children}</Boundary>
)
