// A component that is drawn anew only when `same` says that its properties differ.
import { Component, h, type ComponentType, type VNode } from "preact";

export function memo<P extends object>(Inner: (props: P) => VNode, same: (a: P, b: P) => boolean): ComponentType<P> {
  return class Memo extends Component<P> {
    shouldComponentUpdate(next: P) {
      return !same(this.props as P, next);
    }
    render(props: any) {
      return h(Inner as ComponentType<any>, props);
    }
  } as unknown as ComponentType<P>;
}
