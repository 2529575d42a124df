/** The block of the editor: a number, and where the ads will stand. The server draws it. */
((wp) => {
  const { createElement: h, Fragment } = wp.element;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, Placeholder, TextControl } = wp.components;
  const { __ } = wp.i18n;

  function Edit({ attributes: { block, heights }, setAttributes }) {
    const number = h(TextControl, {
      __nextHasNoMarginBottom: true,
      label: __('Block', 'placard'),
      help: __('Its number in your network. 0: the one of the settings.', 'placard'),
      type: 'number',
      min: 0,
      value: String(block),
      onChange: (typed) => setAttributes({ block: Math.max(0, Number.parseInt(typed, 10) || 0) }),
    });
    const room = h(TextControl, {
      __nextHasNoMarginBottom: true,
      label: __('Heights', 'placard'),
      help: __('On a phone, a tablet and a desktop, such as 900,300,300.', 'placard'),
      value: heights,
      onChange: (typed) => setAttributes({ heights: typed }),
    });
    return h(
      Fragment,
      null,
      h(InspectorControls, null, h(PanelBody, { title: __('Height', 'placard') }, room)),
      h('div', useBlockProps(), h(Placeholder, { icon: 'megaphone', label: __('Ads', 'placard') }, number)),
    );
  }

  wp.blocks.registerBlockType('placard/block', { edit: Edit, save: () => null });
})(window.wp);
