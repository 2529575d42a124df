import { Component, type ReactNode } from 'react';

/**
 * The last resort: what stands when even an error page could not be drawn. It uses nothing of the application that could be
 * what failed.
 */
export class LastBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" className="last">
        <h1>An error occurred while showing the error page</h1>
        <p>
          <a href="/">Go to the home page</a>
        </p>
      </main>
    );
  }
}
