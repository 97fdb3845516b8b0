"""Handles a lens that refocuses, which changes its focal length."""

from dataclasses import dataclass, replace

from vision.pose.refine import MatPose

ZOOM_DOUBT = 0.1
"""Uncertainty added per change of the focal length, as a share of that change: at another focus the distortion differs
slightly too."""


@dataclass(frozen=True, slots=True)
class Refocus:
    """A change of the lens's focus since its calibration.

    Attributes:
        since_s: When the change began.
        last_s: When a change was last observed.
        share: Total relative growth of the focal length.
    """

    since_s: float
    last_s: float
    share: float

    @staticmethod
    def after(known: "Refocus | None", zoom: float, now_s: float, pause_s: float) -> "Refocus":
        """Returns the state after the focal length grew by the share `zoom`; after a pause this is a new change."""
        if known is None:
            return Refocus(now_s, now_s, zoom)
        since_s = known.since_s if now_s - known.last_s <= pause_s else now_s
        return Refocus(since_s, now_s, (1 + zoom) * (1 + known.share) - 1)


def zoomed_pose(pose: MatPose, share: float) -> MatPose:
    """Returns the same camera at the same place, with a focal length that is longer by that share.

    The uncertainty of the focal length stays the same, plus `ZOOM_DOUBT` of the change.
    """
    mean, covariance = pose.prior.mean.copy(), pose.prior.covariance.copy()
    mean[:2] *= 1 + share
    covariance[:2, :2] += (ZOOM_DOUBT * share * float(mean[0])) ** 2
    prior = replace(pose.prior, mean=mean, covariance=covariance)
    model = pose.model
    (fx, skew, cx), (_, fy, cy), last = model.lens.matrix
    lens = replace(model.lens, matrix=((fx * (1 + share), skew, cx), (0.0, fy * (1 + share), cy), last))
    camera = replace(pose.camera, model=replace(model, lens=lens))
    return replace(pose, camera=camera, prior=prior)
